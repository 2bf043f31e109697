import { sql } from 'kysely'
import type { BackstageCreator } from '@toile/contracts/users/users-backstage'
import { contains, shownName, type Table, type WithDates } from '../table.js'
import { isBanned } from './ban-state.js'
import { bytes } from './users-backstage.js'

export type BackstageCreatorRow = WithDates<BackstageCreator, 'featuredAt' | 'lastPublishedAt'>

const renders = sql`(select count(*)::int from renders r where r.owner_id = users.id and r.deleted_at is null)`

export const creatorsTable: Table<'creators'> = {
  select: sql`users.id, username::text as name, nickname, "group", ${isBanned} as banned,
    featured_since as "featuredAt", shown.works, shown.likes, shown.views, shown.published_at as "lastPublishedAt",
    followers, ${renders} as renders, ${bytes} as bytes`,
  from: sql`users join (
      select owner_id, count(*)::int as works, coalesce(sum(likes), 0)::int as likes,
        coalesce(sum(views), 0)::int as views, max(released_at) as published_at
      from works left join work_counters on work_id = works.id
      where state = 'released' and visibility = 'public' group by owner_id) shown on shown.owner_id = users.id`,
  id: sql`users.id`,
  sort: {
    works: sql`shown.works`,
    followers: sql`followers`,
    likes: sql`shown.likes`,
    views: sql`shown.views`,
    renders,
    bytes,
    published: sql`shown.published_at`,
    featured: sql`featured_since`,
  },
  file: {
    name: shownName,
    banned: 'banned',
    featured: 'featuredAt',
    works: 'works',
    followers: 'followers',
    likes: 'likes',
    views: 'views',
    renders: 'renders',
    bytes: 'bytes',
    published: 'lastPublishedAt',
  },
  first: { sort: 'published', order: 'desc' },
  where: ({ q, featured, banned }) => [
    sql`deleted_at is null`,
    ...(q ? [contains(q, sql`username`, sql`nickname`, sql`users.id`)] : []),
    ...(featured === undefined ? [] : [sql`(featured_since is not null) = ${featured}`]),
    ...(banned === undefined ? [] : [sql`${isBanned} = ${banned}`]),
  ],
}
