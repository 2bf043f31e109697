import { sql } from 'kysely'
import type { BackstageWork, Hidden } from '@toile/contracts/works/works-backstage'
import type { Db } from '../client.js'
import { withinDays } from '../day-range.js'
import { contains, findRow, isSet, personOf, shownNameIn, type Table, type WithDates } from '../table.js'
import { openReportsOf } from '../moderation/pending-report-counts.js'

/** Columns about hiding, which both tables of works and the table of comments have. */
export interface HiddenColumns {
  hiddenAt: Date | null
  hiddenBy: Hidden['by']
  hiddenReason: string | null
}

export type BackstageWorkRow = HiddenColumns &
  WithDates<Omit<BackstageWork, 'cover' | 'hidden'>, 'createdAt' | 'releasedAt'> & { coverId: string | null }

export const hiddenCells = {
  hidden: isSet('hiddenAt'),
  hiddenAt: 'hiddenAt',
  hiddenBy: shownNameIn('hiddenBy'),
  hiddenReason: 'hiddenReason',
} as const

/** Columns of `works w`, their owners `u` and the operators `h` who hid them. */
export const backstageWorkColumns = sql`w.id, w.title, w.state, w.visibility, ${personOf('u')} as creator,
  w.created_at as "createdAt", w.hidden_at as "hiddenAt", w.hidden_reason as "hiddenReason", ${personOf('h')} as "hiddenBy"`
/** Uses left joins even for rows that always exist, because Postgres can skip unused left joins when it counts. */
export const backstageWorkFrom = sql`works w left join users u on u.id = w.owner_id left join users h on h.id = w.hidden_by`
export const creatorSortKey = sql`lower(coalesce(nullif(u.nickname, ''), u.username::text))`

export const backstageWorkTable: Table<'works'> = {
  select: sql`${backstageWorkColumns}, w.categories, w.cover_id as "coverId", w.featured_at is not null as featured,
    w.released_at as "releasedAt", c.likes, c.views, c.comments, coalesce(r.open, 0) as "openReports",
    exists (select from activity_awards a where a.work_id = w.id) as won`,
  from: sql`${backstageWorkFrom} left join work_counters c on c.work_id = w.id
    left join ${openReportsOf('work')} r on r.subject_id = w.id`,
  id: sql`w.id`,
  sort: {
    title: sql`lower(w.title)`,
    creator: creatorSortKey,
    likes: sql`c.likes`,
    views: sql`c.views`,
    comments: sql`c.comments`,
    reports: sql`coalesce(r.open, 0)`,
    released: sql`w.released_at`,
    created: sql`w.created_at`,
  },
  file: {
    title: 'title',
    creator: shownNameIn('creator'),
    state: 'state',
    visibility: 'visibility',
    categories: 'categories',
    likes: 'likes',
    views: 'views',
    comments: 'comments',
    reports: 'openReports',
    released: 'releasedAt',
    created: 'createdAt',
    featured: 'featured',
    won: 'won',
    ...hiddenCells,
  },
  first: { sort: 'created', order: 'desc' },
  where: ({ q, state, visibility, hidden, featured, reported, category, creator, ...days }) =>
    [
      q ? contains(q, sql`w.title`, sql`u.username`, sql`u.nickname`) : [],
      state ? sql`w.state = ${state}` : [],
      visibility ? sql`w.visibility = ${visibility}` : [],
      hidden === undefined ? [] : sql`(w.hidden_at is not null) = ${hidden}`,
      featured === undefined ? [] : sql`(w.featured_at is not null) = ${featured}`,
      reported === undefined ? [] : sql`(coalesce(r.open, 0) > 0) = ${reported}`,
      category ? sql`w.categories @> array[${category}]` : [],
      creator ? sql`w.owner_id = ${creator}` : [],
      withinDays(sql`w.released_at`, days),
    ].flat(),
}

export const findBackstageWork = (db: Db, id: string) => findRow<BackstageWorkRow>(db, backstageWorkTable, id)
