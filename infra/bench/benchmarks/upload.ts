import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDb, poolSizes, type Db } from '@toile/db/client'
import { setPaused } from '@toile/db/queues/queue-settings'
import { freePort } from '@toile/runtime/ports'
import { makePerson } from '../../chaos/workload/people.js'
import { compare, type Comparison, type Contender } from '../measure/compare.js'
import { startCopy } from '../setup/copies.js'
import { measureBySize, secondsOf } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import { peakResidentBytes, residentBytes } from '../measure/resident.js'
import type { Measurements } from '../report/results.js'
import { packageVersion } from '../measure/package-version.js'

const MB = 2 ** 20
/** The largest upload that Toile allows. */
const WHOLE_MB = 500
/** Smaller than WHOLE_MB, so that 24 runs on a disk end in reasonable time. */
const ON_DISK_MB = 100
const growingMb = [1, 5, 50, WHOLE_MB]
const PIECE = Buffer.alloc(MB, 'toile')
/** Folder of a file system in memory. Where it does not exist, the run's folder is used. */
const MEMORY = '/dev/shm'

interface Receiver {
  /** Throws unless all bytes were accepted and stored. */
  send(megabytes: number): Promise<void>
  close(): Promise<void>
}

/** Compares the API with @tus/server and a plain PUT: in memory, where only programs limit the speed, then on disk. */
export async function benchUpload(bench: Bench): Promise<Measurements> {
  const { env } = await bench.toile()
  const db = openDb({ url: env['DATABASE_URL']!, poolSize: poolSizes.tool, onError: () => {} })
  // The queue is paused, so that no worker hashes a finished upload during the next run.
  await setPaused(db, 'uploads', true)
  const memory = mkdtempSync(path.join(statSync(MEMORY, { throwIfNoEntry: false }) ? MEMORY : bench.folder, 'toile-'))
  try {
    const inMemory = await measure(db, env, memory, { megabytes: WHOLE_MB, where: 'in memory', hasGoal: true })
    const disk = path.join(bench.folder, 'upload')
    const onDisk = await measure(db, env, disk, { megabytes: ON_DISK_MB, where: 'on this disk', hasGoal: false })
    return {
      compared: [inMemory.compared, onDisk.compared],
      figures: [
        { what: `API: memory after its start`, value: inMemory.startedBytes / MB, unit: 'MB' },
        {
          what: `API: most memory ever, 8 uploads of ${WHOLE_MB} MB`,
          value: inMemory.peakBytes / MB,
          unit: 'MB',
          atMost: 160,
        },
      ],
      plots: [{ title: 'A file, until it is stored', over: 'MB', unit: 's', series: inMemory.series }],
      versions: { '@tus/server': packageVersion('@tus/server'), '@tus/file-store': packageVersion('@tus/file-store') },
    }
  } finally {
    await setPaused(db, 'uploads', false)
    await db.destroy()
    rmSync(memory, { recursive: true, force: true })
  }
}

async function measure(
  db: Db,
  env: Record<string, string>,
  folder: string,
  { megabytes, where, hasGoal }: { megabytes: number; where: string; hasGoal: boolean },
) {
  const port = await freePort()
  const stored = { STORAGE_DRIVER: 'folder', STORAGE_DIR: path.join(folder, 'toile') }
  const api = await startCopy('api', env, { ...stored, PORT: String(port) })
  const receivers: Receiver[] = []
  try {
    const startedBytes = residentBytes(api.pid)
    const toile = toileReceiver(db, env['SECRET']!, port, stored.STORAGE_DIR)
    receivers.push(toile, await peerReceiver('tus', folder), await peerReceiver('put', folder))
    const [, tus, put] = receivers
    const contender = (kind: Contender['kind'], name: string, receiver: Receiver, goal?: number): Contender => ({
      kind,
      name,
      async run() {
        const began = performance.now()
        await receiver.send(megabytes)
        return { value: megabytes / ((performance.now() - began) / 1_000) }
      },
      ...(goal !== undefined && hasGoal && { goal }),
    })
    const comparison: Comparison = {
      what: `one file of ${megabytes} MB, stored ${where}`,
      unit: 'MB/s',
      better: 'more',
      work: { unit: 'GB', count: megabytes / 1_024 },
      contenders: [
        contender('subject', 'Toile: signed in, announced, a row moved, synced', toile),
        contender('peer', '@tus/server alone', tus!, 0.9),
        contender('baseline', 'a plain PUT to a file, synced', put!),
      ],
    }
    const compared = await compare(comparison)
    const peakBytes = peakResidentBytes(api.pid)
    const growing = [
      { name: 'Toile', run: (size: number) => secondsOf(() => toile.send(size)) },
      { name: '@tus/server alone', run: (size: number) => secondsOf(() => tus!.send(size)) },
    ]
    return { compared, startedBytes, peakBytes, series: hasGoal ? await measureBySize(growingMb, growing) : [] }
  } finally {
    for (const receiver of receivers) await receiver.close()
    await api.end('SIGTERM')
  }
}

/** Each file is sent by a new user, so that no quota runs out. */
function toileReceiver(db: Db, secret: string, port: number, folder: string): Receiver {
  return {
    async send(megabytes) {
      const { id, token } = await makePerson(db, secret)
      await sendByTus(port, '/uploads', { authorization: `Bearer ${token}` }, megabytes)
      const { received_at } = await db
        .selectFrom('uploads')
        .select('received_at')
        .where('owner_id', '=', id)
        .executeTakeFirstOrThrow()
      if (!received_at) throw new Error('The API forgot an upload that it took')
      empty(path.join(folder, 'originals'))
    },
    close: async () => {},
  }
}

async function peerReceiver(kind: 'tus' | 'put', folder: string): Promise<Receiver> {
  const own = path.join(folder, kind)
  mkdirSync(own, { recursive: true })
  const child: ChildProcess = fork(fileURLToPath(new URL('../processes/upload-peer.js', import.meta.url)), [kind, own])
  const [port] = (await once(child, 'message')) as [number]
  return {
    async send(megabytes) {
      if (kind === 'tus') await sendByTus(port, '/', {}, megabytes)
      else await send(port, { method: 'PUT', path: '/file' }, 204, megabytes)
      empty(own)
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Announces a file and sends it in one request, as the web client does unless requests were refused or cut. */
async function sendByTus(port: number, at: string, headers: OutgoingHttpHeaders, megabytes: number): Promise<void> {
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const announced = { ...tus, 'upload-length': megabytes * MB, 'upload-metadata': 'filename YmVuY2guZ2xi' }
  const { headers: answer } = await send(port, { method: 'POST', path: at, headers: announced }, 201, 0)
  const place = new URL(answer.location!, `http://127.0.0.1:${port}`).pathname
  const piece = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 }
  await send(port, { method: 'PATCH', path: place, headers: piece }, 204, megabytes)
}

async function send(
  port: number,
  { method, path: at, headers }: { method: string; path: string; headers?: OutgoingHttpHeaders },
  status: number,
  megabytes: number,
): Promise<IncomingMessage> {
  const call = request({
    ...{ host: '127.0.0.1', port, path: at, method, agent: false },
    headers: { ...headers, 'content-length': megabytes * MB },
  })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  for (let i = 0; i < megabytes; i++) if (!call.write(PIECE)) await Promise.race([once(call, 'drain'), answered])
  call.end()
  const [answer] = await answered
  answer.resume()
  await once(answer, 'end')
  if (answer.statusCode !== status) throw new Error(`${method} ${at} answered ${answer.statusCode}`)
  return answer
}

function empty(folder: string): void {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
}
