import { sql, type RawBuilder } from 'kysely'
import { newId } from '@toile/contracts/ids'
import { popularity } from '@toile/contracts/works/works.constants'
import type { Db } from '@toile/db/client'

/** Numbers of rows made. The pictures are covers and avatars. */
export interface SeededContent {
  works: number
  users: number
  pictures: number
  likes: number
  comments: number
  follows: number
}

/** Users or works per transaction. Statements fit inBatch()'s timeout. Progress is reported after a batch of works. */
const BATCH = 2_000
const AT_ONCE = 2
const FOLLOWS_PER_USER = 10
/** Maximum number of template works and of template avatars. */
const TEMPLATES = 50
const written = [
  'users',
  'follows',
  'uploads',
  'images',
  'image_variants',
  'works',
  'listings',
  'work_counters',
  'work_likes',
  'comments',
]
const garments = ['Dress', 'Coat', 'Skirt', 'Blazer', 'Corset', 'Gown', 'Parka', 'Kimono', 'Jumpsuit', 'Shirt']
const garmentsZh = ['连衣裙', '大衣', '半身裙', '西装', '胸衣', '礼服', '派克', '和服', '连体裤', '衬衫']
const qualities = ['Pleated', 'Draped', 'Bias', 'Quilted', 'Sheer', 'Tailored', 'Asymmetric', 'Layered', 'Raw', 'Boned']
const qualitiesZh = ['褶皱', '垂坠', '斜裁', '绗缝', '透视', '定制', '不对称', '层叠', '毛边', '鱼骨']
const fabrics = ['Linen', 'Silk', 'Denim', 'Wool', 'Velvet', 'Taffeta', 'Mesh', 'Leather', 'Cotton', 'Nylon']
const fabricsZh = ['亚麻', '真丝', '牛仔', '羊毛', '丝绒', '塔夫绸', '网纱', '皮革', '纯棉', '尼龙']

/**
 * Each work varies a released template work. It has its own rows for upload, cover, cover variants and counters, but
 * shares the template's files, so that 100,000 works fit on disk. Likes and tags are unevenly distributed. Without a
 * released work that has a model and a cover, no works are added. With such a work but without an avatar, no users are
 * added, so the works have no owner and this function throws.
 */
export async function seedContent(
  db: Db,
  { works, users, onProgress }: { works: number; users: number; onProgress?: (works: number) => void },
): Promise<SeededContent> {
  const run = newId().slice(-6)
  const { ids: userIds, pictures } = await seedUsers(db, users, run)
  const follows = await seedFollows(db, userIds)
  const made = { works: 0, users: userIds.length, pictures, likes: 0, comments: 0, follows }
  let next = 0
  let done = 0
  const seedBatches = async () => {
    while (next < works) {
      const from = next
      next += BATCH
      const batch = await seedWorks(db, { from, to: Math.min(works, from + BATCH) - 1, works, userIds })
      made.works += batch.works
      made.pictures += batch.pictures
      made.likes += batch.likes
      made.comments += batch.comments
      onProgress?.((done += Math.min(BATCH, works - from)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, seedBatches))
  for (const table of written) await sql`analyze ${sql.table(table)}`.execute(db)
  return made
}

/** Inserts users and gives 70 % an avatar. Their verified addresses receive no mail. */
async function seedUsers(db: Db, count: number, run: string): Promise<{ ids: string[]; pictures: number }> {
  const ids: string[] = []
  let pictures = 0
  for (let from = 0; from < count; from += BATCH)
    await inBatch(db, async (trx) => {
      await sql`create temporary table seeded on commit drop as
        with avatars as (
          select id as template_id, row_number() over () - 1 as place, count(*) over () as avatars
          from (select id from images where purpose = 'avatar' and status = 'ready' order by id limit ${TEMPLATES}) i)
        select n, gen_random_uuid() as id, gen_random_uuid() as image_id, template_id, random() < 0.7 as has_avatar,
          now() - random() * interval '3 years' as created_at
        from generate_series(${from}::int, ${Math.min(count, from + BATCH) - 1}::int) n
        join avatars on place = n % avatars`.execute(trx)
      const { rows } = await sql<{ id: string }>`
        insert into users (id, username, nickname, email, email_verified_at, invite_code, created_at)
        select id, ${`stylist-${run}-`} || n, ${`Atelier ${run} `} || n, ${`stylist-${run}-`} || n || '@seed.invalid',
          created_at, ${`${run}-`} || n, created_at
        from seeded returning id`.execute(trx)
      ids.push(...rows.map(({ id }) => id))
      await sql`delete from seeded where not has_avatar`.execute(trx)
      pictures += await copyImages(trx, sql`s.id`)
      await sql`update users set avatar_id = image_id from seeded s where users.id = s.id`.execute(trx)
    })
  return { ids, pictures }
}

async function seedFollows(db: Db, userIds: readonly string[]): Promise<number> {
  let follows = 0
  for (let from = 0; from < userIds.length; from += BATCH)
    await inBatch(db, async (trx) => {
      const { rows } = await sql<{ count: number }>`
        with wanted as (
          select distinct follower_id, (${userIds}::uuid[])[1 + floor(${userIds.length}::int * power(random(), 3))::int] as followee_id
          from unnest(${userIds.slice(from, from + BATCH)}::uuid[]) follower_id, generate_series(1, ${FOLLOWS_PER_USER}::int)),
        made as (
          insert into follows (follower_id, followee_id) select follower_id, followee_id from wanted
          where follower_id <> followee_id on conflict do nothing returning follower_id, followee_id),
        changes as (
          select id, sum(following)::int as following, sum(followers)::int as followers from (
            select follower_id as id, 1 as following, 0 as followers from made
            union all select followee_id, 0, 1 from made) each
          group by id),
        counted as (
          update users set following = users.following + changes.following, followers = users.followers + changes.followers
          from changes where users.id = changes.id)
        select count(*)::int as count from made`.execute(trx)
      follows += rows[0]!.count
    })
  return follows
}

interface Batch {
  from: number
  to: number
  works: number
  userIds: readonly string[]
}

async function seedWorks(
  db: Db,
  { from, to, works, userIds }: Batch,
): Promise<Pick<SeededContent, 'works' | 'pictures' | 'likes' | 'comments'>> {
  return inBatch(db, async (trx) => {
    // Ids are UUIDs of version 7, which start with the creation time. A greater `n` means a newer work.
    await sql`create temporary table seeded on commit drop as
      with templates as (
        select upload_id as template_upload_id, cover_id as template_id, row_number() over () - 1 as place,
          count(*) over () as templates
        from (select upload_id, cover_id from works
          where state = 'released' and upload_id is not null and cover_id is not null order by id limit ${TEMPLATES}) w),
      places as (
        select n, date_trunc('milliseconds',
            now() - interval '1 hour' - (${works}::int - n) * interval '90 days' / ${works}::int) as created_at,
          (${userIds}::uuid[])[1 + floor(${userIds.length}::int * power(random(), 2))::int] as owner_id
        from generate_series(${from}::int, ${to}::int) n)
      select n, created_at, owner_id, template_upload_id, template_id, gen_random_uuid() as upload_id,
        gen_random_uuid() as image_id, floor(least(40, 1 / (0.02 + random())))::int as likes,
        (lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || '7'
          || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid as id
      from places join templates on place = n % templates`.execute(trx)
    await copyRows(trx, 'uploads', sql`uploads t join seeded s on t.id = s.template_upload_id`, {
      id: sql`s.upload_id`,
      owner_id: sql`s.owner_id`,
      created_at: sql`s.created_at`,
      report: sql`null`,
    })
    const pictures = await copyImages(trx, sql`s.owner_id`, sql`s.upload_id`)
    const word = (all: readonly string[]) => sql`(${all}::text[])[1 + floor(${all.length}::int * random())::int]`
    // The random numbers are squared, so that the first tags are the most frequent.
    const tag = sql`(${[...fabrics, ...fabricsZh, ...qualities, ...qualitiesZh]}::text[])[1 + floor(40 * power(random(), 2))::int]
      || case when random() < 0.5 then '' else ' ' || floor(20 * power(random(), 2))::int end`
    await sql`insert into works (id, owner_id, title, intro, categories, tags, visibility, state, upload_id, cover_id,
        downloadable, featured_at, released_at, created_at, updated_at)
      select id, owner_id,
        case when n % 3 = 0 then ${word(qualitiesZh)} || ${word(fabricsZh)} || ${word(garmentsZh)} || ' ' || n
          else ${word(qualities)} || ' ' || ${word(fabrics)} || ' ' || ${word(garments)} || ' ' || n end,
        'Pattern ' || n || ': cut, sewn and draped in 3D, then shot on the stage. ' || repeat('The cloth falls freely. ', n % 8),
        array(select slug from categories order by power(random(), 1 + place) desc limit 1 + n % 2),
        array[lower(${tag}), lower(${tag})], case when random() < 0.03 then 'private' else 'public' end,
        case when random() < 0.03 then 'draft' else 'released' end, upload_id, image_id, random() < 0.3,
        case when random() < 0.002 then created_at end, created_at, created_at, created_at
      from seeded`.execute(trx)
    const counted = await sql<{ works: number; likes: number; comments: number }>`
      with liked as (
        insert into work_likes (work_id, user_id, created_at)
        select id, (${userIds}::uuid[])[1 + floor(${userIds.length}::int * random())::int], created_at + random() * interval '1 hour'
        from seeded, generate_series(1, likes) on conflict do nothing returning work_id),
      commented as (
        insert into comments (id, work_id, author_id, body, created_at)
        select gen_random_uuid(), id, (${userIds}::uuid[])[1 + floor(${userIds.length}::int * random())::int],
          'How does the ' || lower(${word(fabrics)}) || ' hold at the ' || (array['hem', 'waist', 'collar'])[1 + i % 3] || '?',
          created_at + random() * interval '1 hour'
        from seeded, generate_series(1, likes / 4) i returning work_id),
      counts as (
        select s.id, s.created_at, featured_at, coalesce(l.likes, 0) as likes, coalesce(c.comments, 0) as comments,
          s.likes * 17 + n::int % 13 as views
        from seeded s join works w on w.id = s.id
          left join (select work_id, count(*)::int as likes from liked group by 1) l on l.work_id = s.id
          left join (select work_id, count(*)::int as comments from commented group by 1) c on c.work_id = s.id),
      counters as (
        insert into work_counters (work_id, likes, comments, views, popularity)
        select id, likes, comments, views,
          ln(1 + ${popularity.ofLike}::float8 * likes + ${popularity.ofComment}::float8 * comments
            + ${popularity.ofView}::float8 * views) / ln(2)
            + case when featured_at is null then 0 else ${popularity.ofFeatured}::float8 end
            + extract(epoch from created_at) / 86400 / ${popularity.halvesAfterDays}::float8
        from counts returning likes, comments)
      select count(*)::int as works, coalesce(sum(likes), 0)::int as likes, coalesce(sum(comments), 0)::int as comments
      from counters`.execute(trx)
    return { pictures, ...counted.rows[0]! }
  })
}

/** Copies the template's image for each row of `seeded`, sharing its files. @returns the number of images */
async function copyImages(trx: Db, ownerId: RawBuilder<unknown>, uploadId = sql`null`): Promise<number> {
  const pictures = await copyRows(trx, 'images', sql`images t join seeded s on t.id = s.template_id`, {
    id: sql`s.image_id`,
    owner_id: ownerId,
    upload_id: uploadId,
    angle: sql`null`,
    removal_due_at: sql`null`,
    created_at: sql`s.created_at`,
  })
  await copyRows(trx, 'image_variants', sql`image_variants t join seeded s on t.image_id = s.template_id`, {
    image_id: sql`s.image_id`,
  })
  return pictures
}

/** Copies rows of a table, with other values in some columns. `rows` is the FROM clause, in which the table is `t`. */
async function copyRows(
  trx: Db,
  table: string,
  rows: RawBuilder<unknown>,
  values: Record<string, RawBuilder<unknown>>,
): Promise<number> {
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
    trx,
  )
  const names = columns.rows.map(({ name }) => name)
  const result = await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => values[name] ?? sql.ref(`t.${name}`)))} from ${rows}`.execute(trx)
  return Number(result.numAffectedRows ?? 0)
}

/** Runs `work` in a transaction whose statements may take longer than the normal statement timeout allows. */
function inBatch<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx)
    return work(trx)
  })
}
