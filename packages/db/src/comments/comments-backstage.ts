import { sql } from 'kysely'
import type { BackstageComment } from '@toile/contracts/comments/comments-backstage'
import type { Db } from '../client.js'
import { withinDays } from '../day-range.js'
import { contains, findRow, personOf, shownNameIn, type Table, type WithDates } from '../table.js'
import { openReportsOf } from '../moderation/pending-report-counts.js'
import { isShown } from '../works/shown-works.js'
import { creatorSortKey, type HiddenColumns, hiddenCells } from '../works/works-backstage.js'

export type BackstageCommentRow = HiddenColumns & WithDates<Omit<BackstageComment, 'hidden'>, 'createdAt'>

const title = sql`coalesce(w.title, l.title, '')`

export const backstageCommentTable: Table<'comments'> = {
  select: sql`c.id, c.body, c.created_at as "createdAt", ${personOf('u')} as author,
    jsonb_build_object('kind', case when c.work_id is null then 'video' else 'work' end,
      'id', coalesce(c.work_id, c.video_id), 'title', ${title}, 'courseId', l.course_id,
      'open', coalesce(${isShown('w')}, k.published_at is not null, false)) as place,
    case when c.parent_id is not null
      then jsonb_build_object('id', c.parent_id, 'body', coalesce(p.body, ''), 'author', ${personOf('pu')}) end as answers,
    coalesce(r.open, 0) as "openReports", c.hidden_at as "hiddenAt", c.hidden_reason as "hiddenReason",
    ${personOf('h')} as "hiddenBy"`,
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
    answers: sql`listed.answers ->> 'body'`,
    author: shownNameIn('author'),
    place: sql`listed.place ->> 'title'`,
    placeKind: sql`listed.place ->> 'kind'`,
    reports: 'openReports',
    created: 'createdAt',
    ...hiddenCells,
  },
  first: { sort: 'created', order: 'desc' },
  where: ({ q, place, work, author, hidden, reported, ...days }) =>
    [
      // Deleted comments have no content left.
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

export const findBackstageComment = (db: Db, id: string) => findRow<BackstageCommentRow>(db, backstageCommentTable, id)
