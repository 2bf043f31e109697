import { sql, type Kysely } from 'kysely'

/** Categories of works as rows that administrators change; until now they were words of the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table categories (
      slug text primary key check (slug ~ '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' and length(slug) between 2 and 32),
      names jsonb not null,
      place integer not null,
      hidden boolean not null default false,
      created_at timestamptz not null default now(),
      search tsvector generated always as (search_vector(array[names->>'en', names->>'zh-CN'])) stored
    )`.execute(db)
  // A category that few works have is found without walking through all of them.
  await sql`create index works_categories on works using gin (categories) with (fastupdate = off)`.execute(db)
  for (const [i, [slug, en, zh]] of first.entries())
    await sql`insert into categories (slug, names, place)
      values (${slug}, ${JSON.stringify({ en, 'zh-CN': zh })}::jsonb, ${i + 1})`.execute(db)
}

const first = [
  ['dress', 'Dress', '连衣裙'],
  ['tops', 'Tops', '上装'],
  ['outerwear', 'Outerwear', '外套'],
  ['trousers', 'Trousers', '裤装'],
  ['skirt', 'Skirt', '半身裙'],
  ['suit', 'Suit', '套装'],
  ['sportswear', 'Sportswear', '运动服'],
  ['lingerie', 'Lingerie', '内衣'],
  ['footwear', 'Footwear', '鞋履'],
  ['accessories', 'Accessories', '配饰'],
  ['avatar', 'Avatar', '虚拟形象'],
  ['fabric', 'Fabric', '面料'],
  ['other', 'Other', '其他'],
] as const
