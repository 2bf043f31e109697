import { fork } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { workerCounts } from '@toile/bus/worker-counts'
import { defaultAppearance } from '@toile/contracts/models/appearance.constants'
import type { Piece } from '@toile/contracts/renders/render-plan'
import type { RenderRow } from '@toile/db/renders/renders'
import { findChunkJob } from '@toile/db/renders/renders-jobs'
import { admitChunks } from '@toile/db/renders/renders-admission'
import { cancelRender } from '@toile/db/renders/renders-transitions'
import { canTrace, findBlender } from '@toile/media/cycles/executable'
import type { RenderOptions } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { inBlender } from './engines/in-blender.js'
import { drawChunk } from './handlers/draw.js'
import { encodeRender } from './handlers/encode.js'
import { startRenders, type Renders } from './renders.test-support.js'

let renders: Renders
/** Path of a Blender that can read models. Without one, the tests only check that no worker offers `cycles`. */
let blender: string | null = null
t.before(async () => {
  renders = await startRenders()
  const found = findBlender(process.env['BLENDER_PATH'])
  if (found && (await canTrace(found))) blender = found
  else t.comment(`${found ? `${found} cannot read models` : 'no Blender here'}: nothing is drawn with it`)
})
t.teardown(() => renders.close())

/** Starts a worker with this Blender path. @returns how many workers then take the jobs of `renders-cycles` */
async function cyclesWorkers(blenderPath: string): Promise<number> {
  const child = fork(fileURLToPath(new URL('../dist/main.js', import.meta.url)), {
    env: { ...process.env, ...renders.environment, OPS_PORT: '0', BLENDER_PATH: blenderPath, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let log = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (log += text))
  const count = async () => workerCounts(renders.parts.redis, ['renders', 'renders-cycles'])
  await until(async () => /renders-cycles as well|is not offered/.test(log) && (await count()).get('renders') === 1)
  const isLogged = log.includes('renders-cycles as well')
  if (isLogged) await until(async () => (await count()).get('renders-cycles') === 1)
  const workers = (await count()).get('renders-cycles') ?? 0
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
  return workers
}

await t.test('a worker offers the engine cycles only with a working Blender', async (t) => {
  t.equal(await cyclesWorkers('/nowhere/blender'), 0)
  // `/bin/false` starts but is not Blender.
  t.equal(await cyclesWorkers('/bin/false'), 0)
  if (blender) t.equal(await cyclesWorkers(blender), 1)
})

const still: RenderOptions = { type: 'still', width: 96, height: 128, cameras: [{ azimuth: 24, elevation: 7 }] }
const look = { ...defaultAppearance, background: 'transparent', colourway: 'red' } as const

/** Draws and encodes a render that is a single chunk. */
async function work(id: string): Promise<RenderRow> {
  const engine = (await renders.rowOf(id)).settings.engine
  await admitChunks(renders.test.db, engine === 'cycles' ? 'renders-cycles' : 'renders', 1)
  await drawChunk(renders.parts, engine === 'cycles' ? cycles() : renders.stage)(await chunkOf(id), renders.context)
  const { attempt } = await renders.rowOf(id)
  await encodeRender(renders.parts)({ id, attempt }, renders.context)
  return renders.rowOf(id)
}

const cycles = () => inBlender(renders.parts, blender!)
const chunkOf = (id: string) =>
  renders.test.db
    .selectFrom('render_chunks')
    .select(['id', 'attempt'])
    .where('render_id', '=', id)
    .executeTakeFirstOrThrow()

async function pixelsOf({ outputs: [png] }: RenderRow): Promise<Buffer> {
  const { db } = renders.test
  const { key } = await db.selectFrom('files').select('key').where('id', '=', png!.fileId).executeTakeFirstOrThrow()
  return sharp(await buffer(await renders.parts.storage.get(key)))
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/** The garment's first column, last column, first row and last row. The alpha of its shadow is too low to count. */
function boxOf(pixels: Buffer, width: number): number[] {
  const covered = Array.from({ length: pixels.length / 4 }, (_, i) => i).filter((i) => pixels[i * 4 + 3]! > 200)
  const xs = covered.map((i) => i % width)
  return [Math.min(...xs), Math.max(...xs), Math.floor(covered[0]! / width), Math.floor(covered.at(-1)! / width)]
}

/** Mean colour of the picture's middle, 0 to 255. */
function colourOf(pixels: Buffer, width: number): number[] {
  const middle = Math.floor(pixels.length / 4 / width / 2) * width + width / 2
  const patch = Array.from({ length: 16 }, (_, i) => (middle - 8 + i) * 4)
  return [0, 1, 2].map((channel) => Math.round(patch.reduce((sum, i) => sum + pixels[i + channel]!, 0) / patch.length))
}

if (blender) {
  await t.test('a still is framed as in the engine studio, and has its colourway', async (t) => {
    const row = await work(await renders.render({ ...still, engine: 'cycles', samples: 8, look }))
    t.match(row, { status: 'finished', workers: [{ name: 'test-worker' }], outputs: [{ width: 96, height: 128 }, {}] })
    t.same(
      row.previews.map(({ samples }) => samples),
      [1, 4],
      'small pictures came first',
    )
    const pixels = await pixelsOf(row)
    t.equal(pixels[3], 0, 'nothing behind it')
    const studio = await pixelsOf(await work(await renders.render({ ...still, engine: 'studio', samples: 4, look })))
    const [colour, same] = [colourOf(pixels, 96), colourOf(studio, 96)]
    t.ok(
      colour.every((level, i) => Math.abs(level - same[i]!) < 40),
      `${colour.join(', ')} is about ${same.join(', ')}`,
    )
    const [box, expected] = [boxOf(pixels, 96), boxOf(studio, 96)]
    t.ok(
      box.every((edge, i) => Math.abs(edge - expected[i]!) <= 1),
      `${box.join(', ')} is where ${expected.join(', ')} is`,
    )
  })

  await t.test('a tile equals its part of the picture to the pixel', async (t) => {
    const id = await renders.render({ ...still, engine: 'cycles', samples: 2, look: defaultAppearance })
    const job = (await findChunkJob(renders.test.db, (await chunkOf(id)).id))!
    const model = { sha256: '', fetchTo: (to: string) => renders.parts.storage.fetchTo(job.modelKey!, to) }
    const { signal } = renders.context
    await cycles()(job, model, signal, async (draw) => {
      const [piece] = job.pieces as [Piece]
      const tile = { x: 33, y: 21, width: 40, height: 77 }
      const whole = await draw(piece, { signal, onSample: () => {} })
      const part = await draw({ ...piece, tile }, { signal, onSample: () => {} })
      const { x: left, y: top, width, height } = tile
      t.ok(
        (await sharp(part).raw().toBuffer()).equals(
          await sharp(whole).extract({ left, top, width, height }).raw().toBuffer(),
        ),
      )
    })
    await cancelRender(renders.test.db, id)
  })

  await t.test('a cancellation stops Blender', async (t) => {
    const id = await renders.render({ ...still, width: 1024, height: 1024, engine: 'cycles', samples: 256 })
    await admitChunks(renders.test.db, 'renders-cycles', 1)
    const drawing = drawChunk(renders.parts, cycles())(await chunkOf(id), renders.context)
    await until(async () => (await renders.rowOf(id)).status === 'rendering')
    const cancelledAt = performance.now()
    t.equal(await cancelRender(renders.test.db, id), true)
    await drawing
    t.comment(`free again after ${((performance.now() - cancelledAt) / 1_000).toFixed(2)} s`)
    t.match(await renders.rowOf(id), { status: 'cancelled', outputs: [] })
  })
}
