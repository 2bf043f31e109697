import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Requirement, Row } from './lists.js'
import { idsIn, type Proof } from './proofs.js'

/** What is missing or wrong: ids, each list empty when all is well. */
export interface Gaps {
  /** Rows that no title bears and no line explains. */
  withoutTest: string[]
  /** Requirements with an empty cell. */
  withoutAnswer: string[]
  /** Ids that there are not, with where they stand. */
  unknown: string[]
  /** Files that answers name and that are not there. */
  withoutFile: string[]
}

/** Holds both lists against the titles that were found below `root`. */
export function findGaps(root: string, lists: { rows: Row[]; requirements: Requirement[]; proofs: Proof[] }): Gaps {
  const { rows, requirements, proofs } = lists
  const known = new Set(rows.map(({ id }) => id))
  const borne = new Set(proofs.flatMap(({ ids }) => ids))
  const said = [
    ...rows.map(({ id, why = '' }) => ({ where: id, text: why })),
    ...requirements.map(({ id, answer }) => ({ where: id, text: answer })),
  ]
  const named = [
    ...proofs.map(({ ids, file }) => ({ where: file, ids })),
    ...said.map(({ where, text }) => ({ where, ids: idsIn(text) })),
  ]
  return {
    withoutTest: rows.filter(({ id, why }) => !why && !borne.has(id)).map(({ id }) => id),
    withoutAnswer: requirements.filter(({ level, asks, answer }) => !level || !asks || !answer).map(({ id }) => id),
    unknown: named.flatMap(({ where, ids }) => ids.filter((id) => !known.has(id)).map((id) => `${id} (${where})`)),
    withoutFile: said.flatMap(({ where, text }) =>
      [...text.matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
        .filter(([, file]) => !existsSync(path.join(root, file!)))
        .map(([, file]) => `${file} (${where})`),
    ),
  }
}
