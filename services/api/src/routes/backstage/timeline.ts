import { describeTimelineFact } from '@toile/contracts/audit/timeline-words'
import { readTimeline, timelineName } from '@toile/db/audit/timeline'
import type { Handlers } from '../../http/register-routes.js'

const NOTHING = '00000000-0000-0000-0000-000000000000'

export function timelineHandlers() {
  return {
    async getTimeline({ db, language, query: { kind = 'work', id = NOTHING, limit, cursor } }) {
      const { items, nextCursor } = await readTimeline(db, { kind, id, limit, cursor })
      return {
        items: items.map((row) => ({
          key: row.key,
          source: row.source,
          at: row.at.toISOString(),
          sentence: describeTimelineFact(row, language),
          reason: row.reason ?? '',
          actor: row.actorId && row.actor ? { id: row.actorId, name: row.actor } : null,
          subject: row.subjectKind && row.subjectId ? { kind: row.subjectKind, id: row.subjectId } : null,
        })),
        nextCursor,
        name: await timelineName(db, kind, id),
      }
    },
  } satisfies Partial<Handlers>
}
