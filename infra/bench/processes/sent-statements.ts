import { appendFileSync } from 'node:fs'
import pg from 'pg'

// Loaded into a copy of the API (`--import`): appends each named statement that it sends to the file of BENCH_STATEMENTS, as a
// line of JSON, so that the feed's baseline sends the very same ones.

const file = process.env['BENCH_STATEMENTS']!
// Bound to each client when it is called.
const send = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [{ name, text, values }] = args as [{ name?: string; text?: string; values?: unknown[] }]
  if (name) appendFileSync(file, `${JSON.stringify({ name, text, values })}\n`)
  return send.apply(this, args)
} as typeof pg.Client.prototype.query
