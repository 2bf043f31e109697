import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openDb, type Db } from '@toile/db/client'
import { until } from './until.js'

export function testServer(name: 'TEST_DATABASE_URL' | 'TEST_REDIS_URL'): string {
  const url = process.env[name]
  if (!url) throw new Error(`${name} is not set: run the tests with \`npm test\`, which starts what they need`)
  return url
}

export interface TestDatabase {
  url: string
  db: Db
  drop(): Promise<void>
}

/** Creates a database for one test file. Copying the migrated template takes some 50 ms. */
export async function createTestDatabase(onEvents?: () => void): Promise<TestDatabase> {
  const server = testServer('TEST_DATABASE_URL')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template toile_template`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openDb({
    url: url.href,
    poolSize: 10,
    // Tests of races make hundreds of queries at once, and on a busy machine the last ones wait long for a connection.
    connectionTimeoutMs: 60_000,
    onError: () => {},
    ...(onEvents && { onEvents }),
  })
  return {
    url: url.href,
    db,
    async drop() {
      await db.destroy()
      await until(() => dropped(server, name))
    },
  }
}

/** Drops the database. Returns false while autovacuum is connected, because only a superuser may disconnect it. */
async function dropped(server: string, name: string): Promise<boolean> {
  try {
    await onServer(server, `drop database ${name} with (force)`)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return false
    throw error
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
