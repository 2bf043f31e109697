import { sql } from 'kysely'
import type { UnlistedWork } from '@toile/contracts/works/works-backstage'
import { withinDays } from '../day-range.js'
import { contains, type Table, type WithDates, shownNameIn } from '../table.js'
import { isShown } from './shown-works.js'
import {
  creatorSortKey,
  backstageWorkColumns,
  backstageWorkFrom,
  hiddenCells,
  type HiddenColumns,
} from './works-backstage.js'

export type UnlistedRow = HiddenColumns & WithDates<Omit<UnlistedWork, 'hidden'>, 'createdAt' | 'since'>

/** Why a work is unlisted. A draft is `ready` when all its uploads are. A draft with only images is always `ready`. */
const why = sql`case when w.hidden_at is not null then 'hidden'
  when w.state = 'released' then 'private'
  when 'failed' in (m.stage, v.stage) then 'failed'
  when w.upload_id is null and w.video_upload_id is null and w.image_ids = '{}' then 'unfinished'
  when coalesce(m.stage, 'ready_to_publish') = 'ready_to_publish'
    and coalesce(v.stage, 'ready_to_publish') = 'ready_to_publish' then 'ready'
  else 'processing' end`
const since = sql`coalesce(w.hidden_at, w.updated_at)`

export const unlistedTable: Table<'unlisted'> = {
  select: sql`${backstageWorkColumns}, ${why} as why, ${since} as since`,
  from: sql`${backstageWorkFrom} left join uploads m on m.id = w.upload_id left join uploads v on v.id = w.video_upload_id`,
  id: sql`w.id`,
  sort: { title: sql`lower(w.title)`, creator: creatorSortKey, since, created: sql`w.created_at` },
  file: {
    title: 'title',
    creator: shownNameIn('creator'),
    why: 'why',
    since: 'since',
    created: 'createdAt',
    ...hiddenCells,
  },
  first: { sort: 'since', order: 'desc' },
  where: ({ q, why: wanted, creator, ...days }) =>
    [
      // Trashed works are omitted, because nobody expects them in the public lists.
      sql`w.state <> 'trashed' and not ${isShown('w')}`,
      q ? contains(q, sql`w.title`, sql`u.username`, sql`u.nickname`) : [],
      wanted ? sql`${why} = ${wanted}` : [],
      creator ? sql`w.owner_id = ${creator}` : [],
      withinDays(since, days),
    ].flat(),
}
