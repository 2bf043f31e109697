import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { appliedNames } from './migrate.js'
import { withClient } from './with-client.js'

// Backups of a database in COPY's text format, one gzip file per table. pg_dump is not used for two reasons: it must be
// at least as new as the server, and the Postgres that `npm start` installs does not include it.

interface TableCopy {
  name: string
  columns: string[]
  rows: number
  /** SHA-256 of the uncompressed text, in hex. */
  sha256: string
}

export interface DatabaseCopy {
  migrations: string[]
  /** Partitions are created before the rows are loaded: rows without a partition would go into the default one. */
  partitions: { name: string; of: string; bound: string }[]
  tables: TableCopy[]
}

/** Run after loading. Since the backup, sessions may have ended, links may have been used and mails may have left. */
const forget = [
  'delete from sessions',
  'delete from social_states',
  'update one_time_tokens set cancelled_at = now() where used_at is null and cancelled_at is null',
  "update mails set state = 'cancelled', updated_at = now() where state = 'waiting'",
]

/** Allowed format of a partition's bound. The bound goes into SQL, and a backup may come from an untrusted source. */
const BOUND = /^(?:DEFAULT|FOR VALUES FROM \((?:'[^'\\]*'|MINVALUE)\) TO \((?:'[^'\\]*'|MAXVALUE)\))$/

const OWN_TABLE = 'migrations'

/** Writes the results of the queries `lists` and each table except `migrations`, as of one moment. Blocks no writes. */
export async function dumpDatabase(url: string, folder: string, lists: Record<string, string>): Promise<DatabaseCopy> {
  return withClient(url, async (client) => {
    const migrations = await appliedNames(client)
    await client.query('begin isolation level repeatable read read only')
    const { rows: partitions } = await client.query<DatabaseCopy['partitions'][number]>(PARTITIONS)
    const tables: TableCopy[] = []
    for (const { name, columns } of await tablesOf(client)) {
      const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
      // COPY can read a partitioned table only through a query.
      const select = `select ${list} from ${client.escapeIdentifier(name)}`
      tables.push({ name, columns, ...(await writeCopy(client, select, tableFile(folder, name))) })
    }
    for (const [name, select] of Object.entries(lists)) await writeCopy(client, select, listFile(folder, name))
    await client.query('commit')
    return { migrations, partitions, tables }
  })
}

/**
 * Replaces all rows in one transaction. Foreign keys are dropped meanwhile, because tables reference each other. After
 * loading, ends all sessions and cancels unused mailed links and waiting mails. @throws Error if a file was changed, a
 * table is unknown or a bound has the wrong format
 */
export async function loadDatabase(url: string, folder: string, copy: DatabaseCopy): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('begin')
    const name = (one: string) => client.escapeIdentifier(one)
    const { rows: links } = await client.query<{ table: string; name: string; definition: string }>(LINKS)
    for (const link of links) await client.query(`alter table ${name(link.table)} drop constraint ${name(link.name)}`)
    for (const { name: partition, of, bound } of copy.partitions) {
      if (!BOUND.test(bound)) throw new Error(`partition ${partition} has an invalid bound`)
      await client.query(`create table if not exists ${name(partition)} partition of ${name(of)} ${bound}`)
    }
    const there = await tablesOf(client)
    const unknown = copy.tables.find((table) => !there.some((known) => known.name === table.name))
    if (unknown) throw new Error(`this database has no table ${unknown.name}`)
    await client.query(`truncate ${there.map((table) => name(table.name)).join(', ')}`)
    // Triggers are disabled, because they check users' actions and read rows that are not loaded yet.
    for (const table of there) await client.query(`alter table ${name(table.name)} disable trigger user`)
    for (const table of copy.tables) await loadTable(client, table, folder)
    for (const table of there) await client.query(`alter table ${name(table.name)} enable trigger user`)
    for (const { table, name: link, definition } of links)
      await client.query(`alter table ${name(table)} add constraint ${name(link)} ${definition}`)
    for (const { sequence, table, column } of (await client.query<Record<string, string>>(SEQUENCES)).rows)
      await client.query(
        `select setval($1::regclass, greatest((select max(${name(column!)}) from ${name(table!)}), 1))`,
        [sequence],
      )
    for (const statement of forget) await client.query(statement)
    await client.query('commit')
  })
}

export async function dumpList(url: string, folder: string, name: string, select: string): Promise<void> {
  await withClient(url, (client) => writeCopy(client, select, listFile(folder, name)))
}

/** The rows of a list as lines of tab-separated columns. */
export function readList(folder: string, name: string): Readable {
  return createReadStream(listFile(folder, name)).pipe(createGunzip())
}

const tableFile = (folder: string, name: string) => path.join(folder, `${name}.copy.gz`)
const listFile = (folder: string, name: string) => path.join(folder, `${name}.list.gz`)

async function writeCopy(client: pg.Client, select: string, file: string): Promise<{ rows: number; sha256: string }> {
  const rows = client.query(copyTo(`copy (${select}) to stdout`))
  const hash = hashing()
  await pipeline(rows, hash.stream, createGzip(), createWriteStream(file, { flush: true }))
  return { rows: rows.rowCount, sha256: hash.digest() }
}

async function loadTable(client: pg.Client, { name, columns, rows, sha256 }: TableCopy, folder: string): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const into = client.query(copyFrom(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`))
  const hash = hashing()
  await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), hash.stream, into)
  if (hash.digest() !== sha256 || into.rowCount !== rows) throw new Error(`${name} differs from what was written`)
}

function hashing() {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, digest: () => hash.digest('hex') }
}

async function tablesOf(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
  const found = await client.query<{ name: string; columns: string[] }>(TABLES, [OWN_TABLE])
  return found.rows
}

const TABLES = `
  select relname as name, array_agg(attname::text order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and attnum > 0 and not attisdropped and attgenerated = '' and relname <> $1
  group by relname order by relname`

const PARTITIONS = `
  select child.relname as name, parent.relname as of, pg_get_expr(child.relpartbound, child.oid) as bound
  from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
  where child.relkind = 'r' order by child.relname`

const LINKS = `
  select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`

const SEQUENCES = `
  select pg_get_serial_sequence(quote_ident(relname), attname) as sequence, relname as table, attname as column
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and attnum > 0 and not attisdropped and pg_get_serial_sequence(quote_ident(relname), attname) is not null`
