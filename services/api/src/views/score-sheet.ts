import type { ScoreSheetRow } from '@toile/contracts/activities/activity-entries'
import type { Db } from '@toile/db/client'
import type { ActivityRow } from '@toile/db/activities/activities'
import type { JudgedRow } from '@toile/db/activities/activity-scores'
import { listBestEntries } from '@toile/db/activities/activity-submissions'
import type { Links } from '@toile/runtime/links'
import { awardView } from './activities.js'
import { imagesById } from './present-works.js'
import { publicUserView } from './users.js'

const MAX_LINES = 500

/** The `MAX_LINES` best entries, best first, with the means of the jury's scores but without single jurors' scores. */
export async function sheetOf(
  db: Db,
  activity: ActivityRow,
  works: readonly JudgedRow[],
  links: Links,
): Promise<ScoreSheetRow[]> {
  const judged = new Map(works.map((work) => [work.id, work]))
  const entries = await listBestEntries(db, activity.id, MAX_LINES)
  const images = await imagesById(
    db,
    entries.map((entry) => entry.avatarId),
  )
  return entries
    .filter((entry) => judged.has(entry.id))
    .map((entry): ScoreSheetRow => {
      const { scores } = judged.get(entry.id)!
      const meanOf = (id: string) => scores.reduce((sum, one) => sum + (one[id] ?? 0), 0) / scores.length
      return {
        workId: entry.workId,
        title: entry.title,
        creator: entry.ownerGone ? null : publicUserView(entry, images, links),
        rank: entry.rank,
        award: awardView(entry, activity.currency),
        means:
          scores.length === 0
            ? {}
            : Object.fromEntries(activity.criteria.map(({ id }) => [id, Math.round(meanOf(id) * 100) / 100])),
        score: entry.score,
        jurors: scores.length,
      }
    })
}
