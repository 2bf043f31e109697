import path from 'node:path'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { readConfig } from '@toile/runtime/config'
import { openStorage } from '@toile/storage/open'
import { startS3Server } from '@toile/storage/s3-server.test-support'
import type { Storage } from '@toile/storage/storage'
import { startTestMailServer, type TestMailServer } from '@toile/testing/mail-server'
import { startOpenIdProvider } from '@toile/testing/providers/openid'
import { Redis } from 'ioredis'
import { freePort } from '@toile/runtime/ports'
import { writtenEnvironment } from '../../start/environment.js'
import { processes, processProgram } from '../../start/processes.js'
import { supervise, type Supervised } from '../../start/supervise.js'
import { startToile } from '../../start/toile.js'
import { makeDisks, type Disks } from './disks.js'
import { clockEnvironment } from '../faults/clock.js'
import { openLine, type Line } from './line.js'
import { whyNoMemoryGroups } from './memory-group.js'
import { hasOwnNetwork } from './own-network.js'
import type { SocialSignIn } from '../workload/sign-ins.js'

export interface System {
  /** Addresses of the two copies of the API. Each address goes through a line, which is a proxy that can fail. */
  urls: string[]
  /** Direct address of the second copy of the API, bypassing its line. */
  copyUrl: string
  programs: Supervised[]
  env: Record<string, string>
  /** Lines between users and the API, and between Toile and external servers. */
  lines: { clients: Line[]; mail: Line; provider: Line; store?: Line }
  mailServer: TestMailServer
  socialSignIn: SocialSignIn
  ports: Record<string, number>
  ownNetwork: boolean
  disks: Disks | undefined
  memoryGroups: boolean
  /** File that sets the clock of `api-2`, `uploads-2` and `relay-2`. Undefined without faketime. */
  clockFile: string | undefined
  db: Db
  redis: Redis
  storage: Storage
  secret: string
  stop(): Promise<void>
}

export interface SystemOptions {
  /** Absolute path. */
  dataDir: string
  store: 'folder' | 's3'
  lockSeconds: number
  say: (line: string) => void
  signal: AbortSignal
}

const GRACE_MS = 3_000
const READY_MS = 60_000
const SWEEP_AFTER_SECONDS = 3
const providerClient = { clientId: 'toile-chaos', clientSecret: 'a-client-secret-of-the-tests' }

/** Processes that get a second copy, whose clock can be shifted. */
const copies = ['api', 'uploads', 'relay']

/** If the start fails, everything that was started is ended, and the error is thrown. */
export async function startSystem({ dataDir, store, lockSeconds, say, signal }: SystemOptions): Promise<System> {
  const ending = new AbortController()
  const end = () => ending.abort()
  signal.addEventListener('abort', end)
  const extras: Supervised[] = []
  const closers: (() => unknown)[] = []
  const stop = async () => {
    signal.removeEventListener('abort', end)
    await Promise.all(extras.map((program) => program.stop(GRACE_MS)))
    for (const close of closers.reverse()) await close()
  }
  const lineTo = async (port: number) => {
    const line = await openLine(port)
    closers.push(() => line.close())
    return line
  }
  try {
    const disks = store === 'folder' && hasOwnNetwork() ? await makeDisks(dataDir) : undefined
    if (disks) closers.push(() => disks.release())
    const mailServer = await startTestMailServer()
    closers.push(() => mailServer.stop())
    const mailLine = await lineTo(Number(new URL(mailServer.url).port))
    const s3 = store === 's3' ? await startS3Server(path.join(dataDir, 's3')) : undefined
    if (s3) closers.push(() => s3.stop())
    const storeLine = s3 && (await lineTo(Number(new URL(s3.config.endpoint!).port)))
    const port = await freePort()
    const publicUrl = `http://localhost:${port}`
    const providerPort = await freePort()
    const providerLine = await lineTo(providerPort)
    const provider = await startOpenIdProvider({
      ...providerClient,
      port: providerPort,
      url: `http://127.0.0.1:${providerLine.port}`,
      redirectUri: `${publicUrl}/social/google/login`,
    })
    closers.push(() => provider.stop())

    Object.assign(process.env, {
      JOB_LOCK_SECONDS: String(lockSeconds),
      SWEEP_AFTER_SECONDS: String(SWEEP_AFTER_SECONDS),
      WORKER_CONCURRENCY: '1',
      LOG_LEVEL: 'warn',
      SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
      MAIL_FROM: 'toile@example.test',
      PUBLIC_URL: publicUrl,
      // The API must trust X-Forwarded-For: each device sends its own address there, because limits count per address.
      TRUST_PROXY: '127.0.0.1',
      GOOGLE_CLIENT_ID: provider.clientId,
      GOOGLE_CLIENT_SECRET: provider.clientSecret,
      GOOGLE_ISSUER: provider.url,
      STORAGE_DRIVER: store,
      ...(s3 && {
        S3_ENDPOINT: `http://127.0.0.1:${storeLine!.port}`,
        S3_REGION: s3.config.region,
        S3_BUCKET: s3.config.bucket,
        S3_ACCESS_KEY_ID: s3.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.config.secretAccessKey,
      }),
    })
    const toile = await startToile({ dataDir, port, demo: false, installTools: false, say, signal: ending.signal })
    // From here, an abort of `signal` no longer ends Toile by itself: `stop` ends the second copies first, then Toile.
    signal.removeEventListener('abort', end)
    closers.push(() => {
      end()
      return toile.stopped
    })
    const env = writtenEnvironment(dataDir)
    const clockFile = path.join(dataDir, 'clock')
    const clock = clockEnvironment(clockFile)
    if (!clock) say('no moved clocks: faketime is missing (sudo apt-get install faketime)')
    const noMemoryGroups = whyNoMemoryGroups()
    if (noMemoryGroups) say(`no memory kills: ${noMemoryGroups}`)
    const secondPort = await freePort()
    for (const name of copies) {
      const entry = processes.find((one) => one.name === name)!
      const own = { ...env, ...clock, ...(name === 'api' && { PORT: String(secondPort) }) }
      const program = processProgram({ ...entry, name: `${name}-2` }, own, await freePort())
      extras.push(supervise(program, dataDir, say))
    }
    await Promise.all(extras.map((program) => program.firstReady(READY_MS)))
    const config = readConfig(['secret', 'storage'], env)
    const db = openDb({ url: config.databaseUrl, poolSize: poolSizes.tool, onError: () => {} })
    closers.push(() => db.destroy())
    const redis = new Redis(config.redisUrl, { maxRetriesPerRequest: null })
    // Redis is killed on purpose. Without a listener, ioredis would print every connection error.
    redis.on('error', () => {})
    closers.push(() => redis.disconnect())
    const clients = await Promise.all([port, secondPort].map(lineTo))
    return {
      urls: clients.map((line) => `http://127.0.0.1:${line.port}`),
      copyUrl: `http://127.0.0.1:${secondPort}`,
      programs: [...toile.programs, ...extras],
      env,
      lines: { clients, mail: mailLine, provider: providerLine, ...(storeLine && { store: storeLine }) },
      mailServer,
      socialSignIn: { provider, publicUrl },
      ports: {
        Postgres: Number(new URL(config.databaseUrl).port),
        Redis: Number(new URL(config.redisUrl).port),
        'the API': port,
        realtime: config.realtimePort,
      },
      ownNetwork: hasOwnNetwork(),
      disks,
      memoryGroups: !noMemoryGroups,
      clockFile: clock && clockFile,
      db,
      redis,
      storage: await openStorage(config.storage),
      secret: config.secret,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
