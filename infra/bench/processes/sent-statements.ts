import { appendFileSync } from 'node:fs'
import pg from 'pg'

// `--import` loads this file into the API. It writes the API's statements, but not those that begin or end a
// transaction, to the file in BENCH_STATEMENTS, one JSON line each.

const file = process.env['BENCH_STATEMENTS']!
const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [{ name, text, values }] = args as [{ name?: string; text?: string; values?: unknown[] }]
  if (name || values?.length) appendFileSync(file, `${JSON.stringify({ name, text, values })}\n`)
  return send.apply(this, args)
} as typeof pg.Client.prototype.query
