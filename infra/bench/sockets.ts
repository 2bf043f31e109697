import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDb, poolSizes } from '@toile/db/client'
import { freePort } from '@toile/runtime/ports'
import { makePerson } from '../chaos/people.js'
import { startCopy } from './copies.js'
import type { Line } from './line.js'
import type { ToListeners } from './listeners.js'
import { residentBytes } from './resident.js'

const SOCKETS = 2_000

/** What an open page costs the memory of realtime: a fresh copy without any, and with many that are signed in. */
export async function benchSockets(env: Record<string, string>): Promise<Line[]> {
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  const port = await freePort()
  const copy = await startCopy('realtime', env, { REALTIME_PORT: String(port) })
  const listeners = fork(path.join(path.dirname(fileURLToPath(import.meta.url)), 'listeners.js'))
  try {
    const tokens: string[] = []
    while (tokens.length < SOCKETS) tokens.push((await makePerson(db, env['SECRET']!)).token)
    const before = residentBytes(copy.pid)
    const message: ToListeners = { connect: `http://127.0.0.1:${port}`, tokens }
    listeners.send(message)
    await once(listeners, 'message')
    const after = residentBytes(copy.pid)
    const each = Math.round((after - before) / SOCKETS / 1_024)
    const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
    return [
      {
        what: `memory of one realtime: without a page, with ${SOCKETS} open pages, a page`,
        measured: `${mb(before)}, ${mb(after)}, ${each} kB`,
      },
    ]
  } finally {
    listeners.kill()
    await copy.end('SIGTERM')
    await db.destroy()
  }
}
