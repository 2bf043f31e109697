import { fork, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import t from 'tap'
import { progressReporter } from '@toile/bus/progress'
import { connectRedis } from '@toile/bus/redis'
import type { JobContext } from '@toile/bus/worker'
import { createLateBrowser } from '@toile/browser/late-browser'
import { defaultLook } from '@toile/contracts/looks.constants'
import { findUpload, findModelKey } from '@toile/db/queries/uploads'
import { findRender, type RenderRow } from '@toile/db/queries/renders'
import { admitChunks } from '@toile/db/queries/renders-admission'
import { approveRender, cancelRender } from '@toile/db/queries/renders-states'
import type { User } from '@toile/db/queries/users'
import { findFfmpeg } from '@toile/media/videos/executable'
import type { Config } from '@toile/runtime/config'
import { createRunning } from '@toile/runtime/process'
import { systemUser } from '@toile/runtime/system-user'
import { openStorage } from '@toile/storage/open'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeReadyUpload, makeRender, makeUser, type RenderOptions } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis, type TestRedis } from '@toile/testing/redis'
import { until } from '@toile/testing/until'
import { drawChunk } from './handlers/draw.js'
import { encodeRender } from './handlers/encode.js'
import type { Parts } from './parts.js'
import { createStageKeeper } from './stage-keeper.js'

let test: TestDatabase
let server: TestRedis
let parts: Parts
let config: Config
let folder: string
let owner: User
let uploadId: string
let context: JobContext
const ends: (() => Promise<unknown> | void)[] = []
t.before(async () => {
  test = await createTestDatabase()
  server = await startTestRedis()
  folder = await mkdtemp(path.join(tmpdir(), 'toile-store-'))
  config = await testConfig({ databaseUrl: test.url, redisUrl: server.url, storage: { driver: 'folder', folder } })
  const { log } = createRunning('test', config)
  context = { signal: new AbortController().signal, log }
  const redis = connectRedis(server.url, log)
  const user = systemUser(config.mediaUser)
  const browser = createLateBrowser(config.chromiumPath, user, log)
  const stages = createStageKeeper(browser.get)
  ends.push(
    () => stages.close(),
    () => browser.close(),
    () => redis.disconnect(),
  )
  parts = {
    db: test.db,
    redis,
    storage: openStorage(config.storage),
    report: progressReporter(redis),
    stages,
    tools: () => findFfmpeg(config.ffmpegPath),
    user,
    name: 'test-worker',
  }
  owner = await makeUser(test.db)
  uploadId = await garment()
})
t.teardown(async () => {
  for (const end of ends) await end()
  await server.stop()
  await test.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A garment whose model lies in the store. @returns its upload */
async function garment(): Promise<string> {
  const { uploadId: id } = await makeReadyUpload(test.db, owner)
  const bytes = await makeGarment({ segments: 12, textureSize: 64, colourways: ['red', 'blue'] })
  await parts.storage.put((await findModelKey(test.db, id))!, bytes, { contentType: 'model/gltf-binary' })
  return id
}

const render = (options: RenderOptions) => makeRender(test.db, owner, { uploadId, ...options })
const rowOf = async (id: string) => (await findRender(test.db, id))!

/** Hands out and draws all of a render, and puts it together. */
async function work(id: string): Promise<RenderRow> {
  while ((await admitChunks(test.db, 'renders', 4)) > 0) {
    const due = await test.db
      .selectFrom('render_chunks')
      .select(['id', 'attempt'])
      .where('render_id', '=', id)
      .where('released_at', 'is not', null)
      .where('stored_at', 'is', null)
      .execute()
    for (const chunk of due) await drawChunk(parts)(chunk, context)
  }
  const { attempt, status } = await rowOf(id)
  if (status === 'encoding') await encodeRender(parts)({ id, attempt }, context)
  return rowOf(id)
}

async function bytesOf({ fileId }: { fileId: string }): Promise<Buffer> {
  const { key } = await test.db.selectFrom('files').select('key').where('id', '=', fileId).executeTakeFirstOrThrow()
  return buffer(await parts.storage.get(key))
}

const front = { azimuth: 0, elevation: 4 }
const STILL: RenderOptions = { type: 'still', width: 120, height: 160, cameras: [front] }

await t.test('a still of the studio engine, its samples shared among parts, with pictures that sharpen', async (t) => {
  const look = { ...defaultLook, background: 'transparent', colourway: 'red' } as const
  const id = await render({ ...STILL, engine: 'studio', samples: 16, look, triangles: 200_000 })
  const row = await work(id)
  t.match(row, { status: 'finished', workers: [{ name: 'test-worker' }] })
  t.ok(row.workers[0]!.chunks > 1, 'in several parts')
  t.ok(row.cost_seconds > 0)
  t.ok(row.previews.length >= 3, `${row.previews.length} previews`)
  t.same(
    row.outputs.map(({ name, type, width, height }) => [name, type, width, height]),
    [
      ['still.png', 'image/png', 120, 160],
      ['still.webp', 'image/webp', 120, 160],
    ],
  )
  const png = sharp(await bytesOf(row.outputs[0]!))
  t.match(await png.metadata(), { format: 'png', width: 120, height: 160, hasAlpha: true })
  const { channels } = await png.stats()
  t.equal(channels[3]!.min, 0, 'nothing behind it')
  t.equal(channels[3]!.max, 255)
  // The same recipe drawn in one part gives the same picture.
  const whole = await work(await render({ ...STILL, engine: 'studio', samples: 16, look, triangles: 12 }))
  const [one, other] = await Promise.all(
    [row, whole].map(async ({ outputs }) =>
      sharp(await bytesOf(outputs[0]!))
        .raw()
        .toBuffer(),
    ),
  )
  let most = 0
  for (let i = 0; i < one!.length; i++) most = Math.max(most, Math.abs(one![i]! - other![i]!))
  t.ok(most <= 2, `differs by ${most} levels at most`)
})

await t.test('views, a spin and a film', async (t) => {
  const views = await work(await render({ ...STILL, type: 'views', cameras: [front, { azimuth: 180, elevation: 4 }] }))
  t.same(
    views.outputs.map(({ name }) => name),
    ['front.png', 'front.webp', 'back.png', 'back.webp'],
  )
  t.notSame(await bytesOf(views.outputs[0]!), await bytesOf(views.outputs[2]!), 'the back is not the front')

  const spin = await work(await render({ type: 'spin' }))
  t.same(
    spin.outputs.map(({ name }) => name),
    Array.from({ length: 8 }, (_, i) => `frame-00${i + 1}`),
  )
  const film = await work(await render({ type: 'turntable' }))
  t.equal(film.outputs[0]!.name, 'turntable')
  t.equal(film.outputs[0]!.type, 'video/mp4')
  t.equal((await bytesOf(film.outputs[0]!)).subarray(4, 8).toString(), 'ftyp')
  t.equal(film.outputs.length, 9, 'and its frames')
})

await t.test('a picture of 4K is drawn in tiles that fit', async (t) => {
  const row = await work(await render({ ...STILL, width: 2304, height: 96 }))
  t.match(row, { status: 'finished', outputs: [{ width: 2304, height: 96 }, {}] })
  t.match(await sharp(await bytesOf(row.outputs[0]!)).metadata(), { width: 2304, height: 96 })
})

await t.test('the first small picture waits for a yes', async (t) => {
  const id = await render({ ...STILL, approve: true })
  t.match(await work(id), { status: 'rendering', approval: 'awaited', outputs: [] })
  t.equal((await rowOf(id)).previews.length, 1)
  await approveRender(test.db, id)
  t.match(await work(id), { status: 'finished' })
})

await t.test('a cancel ends the drawing within a second, and the next one is drawn', async (t) => {
  const id = await render({ ...STILL, width: 600, height: 800, engine: 'studio', samples: 256 })
  await admitChunks(test.db, 'renders', 1)
  const chunk = await test.db
    .selectFrom('render_chunks')
    .select(['id', 'attempt'])
    .where('render_id', '=', id)
    .where('released_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const drawing = drawChunk(parts)(chunk, context)
  await until(async () => (await rowOf(id)).previews.length > 0)
  const cancelledAt = performance.now()
  t.equal(await cancelRender(test.db, id), true)
  await drawing
  const seconds = (performance.now() - cancelledAt) / 1_000
  t.comment(`free again after ${seconds.toFixed(2)} s`)
  t.match(await rowOf(id), { status: 'cancelled', outputs: [] })
  t.match(await work(await render(STILL)), { status: 'finished' })
})

await t.test('a garment that was deleted meanwhile fails the render by name', async (t) => {
  const gone = await garment()
  const id = await makeRender(test.db, owner, { ...STILL, uploadId: gone })
  await admitChunks(test.db, 'renders', 1)
  await test.db.deleteFrom('uploads').where('id', '=', gone).execute()
  t.equal(await findUpload(test.db, gone), undefined)
  await t.rejects(work(id), { code: 'RENDER_MODEL_GONE' })
  await cancelRender(test.db, id)
})

await t.test('two workers share a film; one is killed in the middle, and no stored frame is drawn again', async (t) => {
  const log: { msg?: string; piece?: string; render?: string }[] = []
  const processes: ChildProcess[] = []
  const start = (entry: string) => {
    const child = fork(fileURLToPath(new URL(`../../../${entry}/dist/main.js`, import.meta.url)), {
      env: {
        ...process.env,
        DATABASE_URL: test.url,
        REDIS_URL: server.url,
        STORAGE_DIR: folder,
        OPS_PORT: '0',
        JOB_LOCK_SECONDS: '2',
        SWEEP_AFTER_SECONDS: '5',
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let rest = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) if (line.startsWith('{')) log.push(JSON.parse(line) as object)
    })
    processes.push(child)
    return child
  }
  t.teardown(async () => {
    for (const child of processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    }
  })
  start('services/relay')
  start('workers/renders')
  start('workers/renders')
  // Said to be heavy, so that each frame is a part of its own; and not slow.
  const cameras = Array.from({ length: 20 }, (_, i) => ({ azimuth: i * 18, elevation: 7, allRound: true }) as const)
  const options = { cameras, width: 96, height: 128, triangles: 1_500_000 }
  const whole = await render(options)
  await until(async () => (await rowOf(whole)).status === 'finished')
  const { workers, outputs } = await rowOf(whole)
  t.equal(outputs.length, 21)
  t.comment(JSON.stringify(workers))
  const drawnOf = (id: string) =>
    log.filter(({ msg, render: of }) => msg === 'drawn' && of === id).map(({ piece }) => piece)
  t.equal(new Set(drawnOf(whole)).size, drawnOf(whole).length, 'none was drawn twice')
  for (const { chunks } of workers) t.ok(chunks >= 0.35 * 21 && chunks <= 0.65 * 21, `${chunks} of 21 parts`)

  const killed = await render({ ...options, cameras: cameras.map((camera) => ({ ...camera, elevation: 20 })) })
  await until(async () => (await rowOf(killed)).frames_done >= 4)
  processes[1]!.kill('SIGKILL')
  await until(async () => (await rowOf(killed)).status === 'finished')
  const drawn = drawnOf(killed)
  t.equal(new Set(drawn).size, drawn.length, 'what was stored is not drawn again')
  t.equal((await rowOf(killed)).outputs.length, 21)
})
