import { sql } from 'kysely'
import type { Db } from '@toile/db/client'

/** Tables with rows of a published work, referenced tables first. Each condition selects the owners' rows. */
const tables = {
  files: 'owner_id = any($owners)',
  uploads: 'owner_id = any($owners)',
  images: 'owner_id = any($owners) and upload_id is not null',
  image_variants: 'image_id in (select id from images where owner_id = any($owners))',
  works: 'owner_id = any($owners)',
  work_counters: 'work_id in (select id from works where owner_id = any($owners))',
  stage_history: 'upload_id in (select id from uploads where owner_id = any($owners))',
  events: `subject_id in (select id from works where owner_id = any($owners) union all
    select id from uploads where owner_id = any($owners) union all select id from images where owner_id = any($owners))`,
} as const
export type Cloned = keyof typeof tables
export const clonedTables = Object.keys(tables) as Cloned[]

/** Number of clones per work and statement. With this number, a statement stays below its timeout of ten seconds. */
const AT_ONCE = 100

interface Column {
  name: string
  type: string
  isGenerated: boolean
}

/** Returns a function that clones each of these users' works once for every number from `from` to `to`. */
export async function cloner(db: Db, owners: readonly string[]): Promise<(from: number, to: number) => Promise<void>> {
  // clone_of() derives a clone's id only from the original's id and `n`, so references between cloned rows stay valid.
  await sql`create function clone_of(id uuid, n int) returns uuid language sql immutable parallel safe as $$
    select (lpad(to_hex(n), 12, '0') || substr(md5(id::text || n), 13))::uuid $$`.execute(db)
  const list = `array[${owners.map((id) => `'${id}'::uuid`).join(', ')}]`
  const statements: string[] = []
  for (const table of clonedTables) {
    const chosen = tables[table].replaceAll('$owners', list)
    await run(db, `create table template_${table} as select * from ${table} where ${chosen}`)
    const columns = (await columnsOf(db, table)).filter(({ isGenerated }) => !isGenerated)
    statements.push(`insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
      select ${columns.map(clonedColumn).join(', ')} from template_${table}, generate_series($from, $to) n`)
  }
  return async (from, to) => {
    for (let first = from; first <= to; first += AT_ONCE)
      await db.transaction().execute(async (trx) => {
        const last = Math.min(to, first + AT_ONCE - 1)
        for (const statement of statements)
          await run(trx, statement.replace('$from', `${first}`).replace('$to', `${last}`))
      })
  }
}

async function run(db: Db, statement: string): Promise<void> {
  // The statement is built from this file and the schema, never from user input.
  // oxlint-disable-next-line eslint-js/no-restricted-syntax
  await sql.raw(statement).execute(db)
}

async function columnsOf(db: Db, table: string): Promise<Column[]> {
  const { rows } =
    await sql<Column>`select column_name as name, udt_name as type, is_generated = 'ALWAYS' as "isGenerated"
    from information_schema.columns where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(
      db,
    )
  return rows
}

function clonedColumn({ name, type }: Column): string {
  const column = `"${name}"`
  if (name === 'owner_id') return column
  if (type === 'uuid') return `clone_of(${column}, n)`
  if (type === '_uuid') return `array(select clone_of(id, n) from unnest(${column}) id)`
  // Keys must be unique. No file is copied, so a clone's key leads to no file.
  if (name === 'key') return `${column} || n`
  // Clones are released a second apart, so that their release times differ.
  return name === 'released_at' ? `${column} - make_interval(secs => n)` : column
}
