import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import yauzl from 'yauzl'
import { defaultAppearance } from '@toile/contracts/models/appearance.constants'
import type { RenderRow } from '@toile/db/renders/renders'
import { admitChunks } from '@toile/db/renders/renders-admission'
import { approveRender, cancelRender } from '@toile/db/renders/renders-transitions'
import { findUpload } from '@toile/db/uploads/uploads'
import type { User } from '@toile/db/users/users'
import { makeRender, type RenderOptions } from '@toile/testing/factories'
import { until } from '@toile/testing/until'
import { drawChunk } from './handlers/draw.js'
import { encodeRender } from './handlers/encode.js'
import type { Parts } from './parts.js'
import { startRenders, type Renders } from './renders.test-support.js'

let renders: Renders
let parts: Parts
let test: Renders['test']
let owner: User
t.before(async () => {
  renders = await startRenders()
  ;({ parts, test, owner } = renders)
})
t.teardown(() => renders.close())

const render = (options: RenderOptions) => renders.render(options)
const rowOf = (id: string) => renders.rowOf(id)

/** Admits, draws and encodes a render. */
async function work(id: string): Promise<RenderRow> {
  while ((await admitChunks(test.db, 'renders', 4)) > 0) {
    const due = await test.db
      .selectFrom('render_chunks')
      .select(['id', 'attempt'])
      .where('render_id', '=', id)
      .where('released_at', 'is not', null)
      .where('stored_at', 'is', null)
      .execute()
    for (const chunk of due) await drawChunk(parts, renders.stage)(chunk, renders.context)
  }
  const { attempt, status } = await rowOf(id)
  if (status === 'encoding') await encodeRender(parts)({ id, attempt }, renders.context)
  return rowOf(id)
}

async function bytesOf({ fileId }: { fileId: string }): Promise<Buffer> {
  const { key } = await test.db.selectFrom('files').select('key').where('id', '=', fileId).executeTakeFirstOrThrow()
  return buffer(await parts.storage.get(key))
}

const front = { azimuth: 0, elevation: 4 }
const around = [0, 90, 180, 270].map((azimuth) => ({ azimuth, elevation: 7, allRound: true }) as const)
const still: RenderOptions = { type: 'still', width: 120, height: 160, cameras: [front] }

await t.test(
  'draws a still of the engine studio, its samples shared among parts, with previews that sharpen',
  async (t) => {
    const look = { ...defaultAppearance, background: 'transparent', colourway: 'red' } as const
    const id = await render({ ...still, engine: 'studio', samples: 16, look, triangles: 200_000 })
    const row = await work(id)
    t.match(row, { status: 'finished', workers: [{ name: 'test-worker' }] })
    t.ok(row.workers[0]!.chunks > 1, 'in several parts')
    t.ok(row.costSeconds > 0)
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
    const pixels = async ({ outputs }: RenderRow) =>
      sharp(await bytesOf(outputs[0]!))
        .flatten()
        .raw()
        .toBuffer()
    const apart = (one: Buffer, other: Buffer) =>
      one.reduce((most, value, i) => Math.max(most, Math.abs(value - other[i]!)), 0)
    const red = await pixels(row)
    const studio = { ...still, engine: 'studio', samples: 16, triangles: 12 } as const
    const inOnePart = apart(red, await pixels(await work(await render({ ...studio, look }))))
    t.ok(inOnePart <= 2, `the same as drawn in one part, to ${inOnePart} levels`)
    const blue = { ...look, colourway: 'blue' }
    t.ok(
      apart(red, await pixels(await work(await render({ ...studio, samples: 2, look: blue })))) > 20,
      'and not as in blue',
    )
  },
)

await t.test('draws views, a spin and a film', async (t) => {
  const views = await work(
    await render({
      ...still,
      type: 'views',
      cameras: [front, { azimuth: 180, elevation: 4 }, { azimuth: 24, elevation: 7 }, { azimuth: 3, elevation: 3 }],
    }),
  )
  t.same(
    views.outputs.map(({ name }) => name),
    ['front', 'back', 'three-quarter', 'view-4'].flatMap((name) => [`${name}.png`, `${name}.webp`]),
  )
  t.notSame(await bytesOf(views.outputs[0]!), await bytesOf(views.outputs[2]!), 'the back is not the front')

  const spin = await work(await render({ type: 'spin', cameras: around }))
  t.same(
    spin.outputs.map(({ name }) => name),
    [...around.map((_, i) => `frame-00${i + 1}`), 'frames'],
  )
  const zip = await yauzl.fromBufferPromise(await bytesOf(spin.outputs[4]!))
  const first = (await zip.eachEntry().next()).value as yauzl.Entry
  t.equal(first.fileName, 'frame-001.webp')
  t.equal(first.uncompressedSize, spin.outputs[0]!.bytes)
  t.equal(zip.entryCount, 4, 'and all of them as one file')
  const film = await work(await render({ type: 'turntable', cameras: around }))
  t.equal(film.outputs[0]!.name, 'turntable')
  t.equal(film.outputs[0]!.type, 'video/mp4')
  t.equal((await bytesOf(film.outputs[0]!)).subarray(4, 8).toString(), 'ftyp')
  t.equal(film.outputs.length, 6, 'and its frames, as one file too')
})

await t.test('draws a 4K picture in tiles that fit', async (t) => {
  const row = await work(await render({ ...still, width: 2304, height: 96 }))
  t.match(row, { status: 'finished', outputs: [{ width: 2304, height: 96 }, {}] })
  t.match(await sharp(await bytesOf(row.outputs[0]!)).metadata(), { width: 2304, height: 96 })
})

await t.test('after its scout, the render waits for approval', async (t) => {
  const id = await render({ ...still, approve: true })
  t.match(await work(id), { status: 'rendering', approval: 'awaited', outputs: [] })
  t.equal((await rowOf(id)).previews.length, 1)
  await approveRender(test.db, id)
  t.match(await work(id), { status: 'finished' })
})

await t.test('a cancellation stops the drawing, and the next render is drawn', async (t) => {
  const id = await render({ ...still, width: 600, height: 800, engine: 'studio', samples: 256 })
  await admitChunks(test.db, 'renders', 1)
  const chunk = await test.db
    .selectFrom('render_chunks')
    .select(['id', 'attempt'])
    .where('render_id', '=', id)
    .where('released_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const drawing = drawChunk(parts, renders.stage)(chunk, renders.context)
  await until(async () => (await rowOf(id)).previews.length > 0)
  const cancelledAt = performance.now()
  t.equal(await cancelRender(test.db, id), true)
  await drawing
  const seconds = (performance.now() - cancelledAt) / 1_000
  t.comment(`free again after ${seconds.toFixed(2)} s`)
  t.match(await rowOf(id), { status: 'cancelled', outputs: [] })
  t.match(await work(await render(still)), { status: 'finished' })
})

await t.test('a garment deleted meanwhile fails the render with its own code', async (t) => {
  const gone = await renders.garment()
  const id = await makeRender(test.db, owner, { ...still, uploadId: gone })
  await test.db.deleteFrom('uploads').where('id', '=', gone).execute()
  t.equal(await findUpload(test.db, gone), undefined)
  await t.rejects(work(id), { code: 'RENDER_MODEL_GONE' })
  await cancelRender(test.db, id)
})
