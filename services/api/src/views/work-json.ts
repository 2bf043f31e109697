import { StrictObject } from '@toile/contracts/shapes'
import { Work, WorkCard } from '@toile/contracts/works/works'
import type { Db } from '@toile/db/client'
import type { Page } from '@toile/db/cursors'
import { canSeeWork } from '@toile/db/works/shown-works'
import { findCards, type ListedWork } from '@toile/db/works/work-cards'
import type { WorkRevision } from '@toile/db/works/work-revisions'
import { findWork } from '@toile/db/works/works'
import type { Links } from '@toile/runtime/links'
import { JsonBytes } from '../http/json-bytes.js'
import { schemaWriter } from '../http/validation.js'
import type { PresentWorks } from './present-works.js'
import { RevisionCache } from './revision-cache.js'
import { workCardView } from './works.js'

/** Maximum numbers of cached entries. Full caches take some 15 MB for cards and some 20 MB for works. */
const MAX_CARDS = 10_000
const MAX_WORKS = 2_000

const { counters: _card, liked: _likedCard, ...cardProperties } = WorkCard.properties
const { counters: _work, liked: _likedWork, ...workProperties } = Work.properties
const writeCard = schemaWriter(StrictObject(cardProperties))
const writeWork = schemaWriter(StrictObject(workProperties))

const open = (json: string) => Buffer.from(json.slice(0, -1))

type Often = Pick<ListedWork, 'likes' | 'comments' | 'views' | 'liked'>
const countersOf = ({ likes, comments, views, liked }: Often) =>
  Buffer.from(`,"counters":{"likes":${likes},"comments":${comments},"views":${views}},"liked":${liked}}`, 'latin1')
const COMMA = Buffer.from(',')

/** Serves the JSON of works, cached per revision of their rows. Counters and `liked` are added to each response. */
export function createWorkJson(links: Links, present: PresentWorks) {
  const cards = new RevisionCache({ max: MAX_CARDS })
  const works = new RevisionCache({ max: MAX_WORKS })
  return {
    /** All works of the page must be public. */
    async page(db: Db, { items, nextCursor }: Page<ListedWork>): Promise<JsonBytes> {
      const kept = items.map(({ id, revision }) => cards.get(id, revision))
      const missing = items.filter((_, at) => kept[at] === undefined)
      const rows =
        missing.length > 0
          ? await findCards(
              db,
              missing.map(({ id }) => id),
            )
          : []
      const read = new Map(rows.map((row) => [row.id, open(writeCard(workCardView(row, links)))]))
      for (const { id, revision } of rows) cards.set(id, revision, read.get(id)!)
      const written = items.flatMap((work, at) => {
        const card = kept[at] ?? read.get(work.id)
        return card === undefined ? [] : [COMMA, card, countersOf(work)]
      })
      const end = `],"nextCursor":${JSON.stringify(nextCursor)}}`
      return new JsonBytes(Buffer.concat([Buffer.from('{"items":['), ...written.slice(1), Buffer.from(end)]))
    },
    /**
     * Undefined if the JSON cannot be cached: the links of a non-public work expire, and a work's revision does not
     * change when its video changes.
     */
    async work(db: Db, work: WorkRevision): Promise<JsonBytes | undefined> {
      if (work.hasVideo || !canSeeWork(work, undefined)) return undefined
      let json = works.get(work.id, work.revision)
      if (json === undefined) {
        const row = await findWork(db, work.id)
        // The work was public at this revision, but may be private now.
        if (!row || !canSeeWork(row, undefined)) return undefined
        json = open(writeWork(await present.row(db, row, undefined)))
        works.set(work.id, work.revision, json)
      }
      return new JsonBytes(Buffer.concat([json, countersOf(work)]))
    },
  }
}
