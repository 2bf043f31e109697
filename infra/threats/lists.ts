import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A threat, fault or invariant: a line of rows.txt. */
export interface Row {
  id: string
  group: string
  threat: string
  /** Why no test bears its id; undefined where one has to. */
  why: string | undefined
}

/** A requirement of ASVS: a line of asvs.txt. */
export interface Requirement {
  id: string
  level: string
  group: string
  asks: string
  /** Rows and files that meet it, or `does not apply: ...`, or `not met: ...`. */
  answer: string
}

/** All rows of rows.txt below `root`, in its order. */
export const readRows = (root: string): Row[] =>
  readLines(root, 'rows.txt').map(({ group, cells: [id = '', threat = '', why] }) => ({ id, group, threat, why }))

/** All requirements of asvs.txt below `root`, in its order. */
export const readRequirements = (root: string): Requirement[] =>
  readLines(root, 'asvs.txt').map(({ group, cells: [id = '', level = '', asks = '', answer = ''] }) => ({
    id,
    level,
    group,
    asks,
    answer,
  }))

/** Lines of cells; `##` begins a group, `#` is a comment. */
function readLines(root: string, file: string): { group: string; cells: string[] }[] {
  let group = ''
  return readFileSync(path.join(root, 'infra/threats', file), 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) group = line.slice(3)
      if (!line || line.startsWith('#')) return []
      return [{ group, cells: line.split('|').map((cell) => cell.trim()) }]
    })
}
