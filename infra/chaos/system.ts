import { randomBytes } from 'node:crypto'
import { newId } from '@toile/contracts/ids'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { insertSession, insertUser } from '@toile/db/queries/users'
import { readConfig } from '@toile/runtime/config'
import { signToken } from '@toile/runtime/tokens'
import { openStorage } from '@toile/storage/open'
import type { Storage } from '@toile/storage/storage'
import { writtenEnvironment } from '../start/environment.js'
import { freePort } from '@toile/runtime/ports'
import { processes, processProgram } from '../start/processes.js'
import { supervise, type Supervised } from '../start/supervise.js'
import { startToile } from '../start/toile.js'

export interface System {
  /** Two copies of the API. */
  urls: string[]
  programs: Supervised[]
  redisUrl: string
  db: Db
  storage: Storage
  /** A verified person's token. */
  makePerson(): Promise<string>
  stop(): Promise<void>
}

const GRACE_MS = 3_000
const READY_MS = 60_000

/** A whole Toile of real processes on a folder of its own, with a second API and a second uploads worker. */
export async function startSystem(dataDir: string, lockSeconds: number, say: (line: string) => void): Promise<System> {
  Object.assign(process.env, { JOB_LOCK_SECONDS: String(lockSeconds), SWEEP_AFTER_SECONDS: '3', LOG_LEVEL: 'warn' })
  const ending = new AbortController()
  const port = await freePort()
  const toile = await startToile({ dataDir, port, demo: false, installTools: false, say, signal: ending.signal })
  const env = writtenEnvironment(dataDir)
  const secondPort = await freePort()
  const extras: Supervised[] = []
  for (const [name, over] of [
    ['api', { PORT: String(secondPort) }],
    ['uploads', {}],
  ] as const) {
    const entry = processes.find((one) => one.name === name)!
    const program = processProgram({ ...entry, name: `${name}-2` }, { ...env, ...over }, await freePort())
    extras.push(supervise(program, dataDir, say))
  }
  await Promise.all(extras.map((program) => program.firstReady(READY_MS)))
  const config = readConfig(['secret', 'storage'], env)
  const db = openDb({ url: config.databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
  return {
    urls: [port, secondPort].map((each) => `http://127.0.0.1:${each}`),
    programs: [...toile.programs, ...extras],
    redisUrl: config.redisUrl,
    db,
    storage: openStorage(config.storage),
    async makePerson() {
      const name = `chaos-${randomBytes(4).toString('hex')}`
      const user = await insertUser(db, {
        username: name,
        email: `${name}@example.test`,
        passwordHash: 'none',
        inviteCode: name,
        emailVerified: true,
      })
      const sid = newId()
      const expiresAt = new Date(Date.now() + 3_600_000)
      await insertSession(db, { id: sid, userId: user.id, expiresAt, userAgent: 'chaos' })
      return signToken({ sid, sub: user.id, exp: Math.floor(expiresAt.getTime() / 1_000) }, config.secret)
    },
    async stop() {
      await db.destroy()
      await Promise.all(extras.map((program) => program.stop(GRACE_MS)))
      ending.abort()
      await toile.stopped
    },
  }
}
