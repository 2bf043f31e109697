import { sql } from 'kysely'
import type { Db } from '../client.js'
import { withinDays } from '../day-range.js'
import { contains, findRow, readTable, type Table, type TableFilter, shownName } from '../table.js'
import { openReportsOf } from '../moderation/pending-report-counts.js'
import { isShown } from '../works/shown-works.js'
import { creatorSortKey, type HiddenColumns, hiddenCells } from '../works/works-backstage.js'

export interface BackstageCommentRow extends HiddenColumns {
  id: string
  body: string
  created_at: Date
  author_id: string
  username: string
  nickname: string
  /** Of the two one is null. */
  work_id: string | null
  video_id: string | null
  course_id: string | null
  /** Of the work or the video. */
  place_title: string
  /** Everyone can see it. */
  place_open: boolean
  parent_id: string | null
  parent_body: string | null
  parent_author_id: string | null
  parent_name: string | null
  parent_nickname: string | null
  open_reports: number
}

const title = sql`coalesce(w.title, l.title, '')`

export const backstageCommentTable: Table<'comments'> = {
  select: sql`c.id, c.body, c.created_at, c.author_id, u.username, u.nickname, c.work_id, c.video_id, l.course_id,
    ${title} as place_title, coalesce(${isShown('w')}, k.published_at is not null, false) as place_open,
    c.parent_id, p.body as parent_body, p.author_id as parent_author_id, pu.username as parent_name,
    pu.nickname as parent_nickname, coalesce(r.open, 0) as open_reports, c.hidden_at, c.hidden_reason, c.hidden_by,
    h.username as hider_name, h.nickname as hider_nickname`,
  from: sql`comments c left join users u on u.id = c.author_id left join works w on w.id = c.work_id
    left join course_videos l on l.video_id = c.video_id left join courses k on k.id = l.course_id
    left join comments p on p.id = c.parent_id left join users pu on pu.id = p.author_id
    left join users h on h.id = c.hidden_by left join ${openReportsOf('comment')} r on r.subject_id = c.id`,
  id: sql`c.id`,
  sort: {
    author: creatorSortKey,
    place: sql`lower(${title})`,
    reports: sql`coalesce(r.open, 0)`,
    created: sql`c.created_at`,
  },
  file: {
    said: 'body',
    answers: 'parent_body',
    author: shownName,
    place: 'place_title',
    placeKind: sql`case when listed.work_id is null then 'video' else 'work' end`,
    reports: 'open_reports',
    created: 'created_at',
    ...hiddenCells,
  },
  first: { sort: 'created', order: 'desc' },
  where: ({ q, place, work, author, hidden, reported, ...days }) =>
    [
      // Of a deleted one nothing is left that could be looked at.
      sql`c.deleted_at is null`,
      q ? contains(q, sql`c.body`, sql`u.username`, sql`u.nickname`, title) : [],
      place ? sql`c.${sql.ref(place === 'work' ? 'work_id' : 'video_id')} is not null` : [],
      work ? sql`c.work_id = ${work}` : [],
      author ? sql`c.author_id = ${author}` : [],
      hidden === undefined ? [] : sql`(c.hidden_at is not null) = ${hidden}`,
      reported === undefined ? [] : sql`(coalesce(r.open, 0) > 0) = ${reported}`,
      withinDays(sql`c.created_at`, days),
    ].flat(),
}

/** Comments with where they stand, the latest first. */
export function listBackstageComments(
  db: Db,
  query: TableFilter<'comments'>,
): Promise<{ items: BackstageCommentRow[]; total: number }> {
  return readTable<BackstageCommentRow, TableFilter<'comments'>>(db, backstageCommentTable, query)
}

export function findBackstageComment(db: Db, id: string): Promise<BackstageCommentRow | undefined> {
  return findRow<BackstageCommentRow>(db, backstageCommentTable, id)
}
