import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { imagesOfUploads } from '@toile/db/images/images'
import { makeGarment } from '@toile/testing/garments/garments'
import { glbOf } from '@toile/testing/hostile/hostile'
import * as pictures from '@toile/testing/files/pictures'
import { zipOf } from '@toile/testing/files/zips'
import { startStages, type Stages } from './stages.test-support.js'

let stages: Stages
t.before(async () => {
  stages = await startStages()
})
t.teardown(() => stages.close())

const project = Buffer.concat([Buffer.from('\x01\x00proj', 'latin1'), randomBytes(4_000)])

for (const [filename, bytes] of [
  ['coat.zprj', project],
  ['Coat.ZPAC', project],
  ['coat.sproj', await zipOf({ 'a.bin': project })],
] as const)
  await t.test(`${filename} becomes ready to publish unread`, async (t) => {
    const id = await stages.received(Buffer.from(bytes), filename)
    const upload = await stages.work(id)
    t.same(
      upload.stages.map((entry) => entry.stage),
      ['upload', 'finished', 'processed', 'ready_to_publish'],
    )
    t.match(upload, { proprietaryFormat: filename.toLowerCase().split('.')[1], modelFileId: null, facts: null })
    t.same(await imagesOfUploads(stages.db, [id]), [])
    t.equal((await stages.parts.storage.stat(upload.originalKey))!.bytes, bytes.length)
  })

/** Processes a new upload. @returns the colours of its cover's quarters; undefined without a cover */
async function coverOf(bytes: Buffer, filename: string) {
  const id = await stages.received(bytes, filename)
  t.match(await stages.work(id), { stage: 'ready_to_publish' })
  const images = await imagesOfUploads(stages.db, [id])
  t.ok(images.length <= 1)
  const [image] = images
  if (!image) return undefined
  t.match(image, { purpose: 'cover', angle: null, status: 'ready', width: 308, height: 410 })
  const { fileId } = image.variants.find(({ name, format }) => name.startsWith('2x') && format === 'jpeg')!
  const { key } = await stages.db.selectFrom('files').select('key').where('id', '=', fileId).executeTakeFirstOrThrow()
  return pictures.quarterColours(await buffer(await stages.parts.storage.get(key)))
}
const looksLike = (t: Test, found: pictures.Rgb[] | undefined, wanted: readonly pictures.Rgb[]) =>
  t.ok(found && pictures.colourDistance(found, wanted) <= 12, JSON.stringify(found))
const { corners, quarters } = pictures
const picture = pictures.open(quarters(308, 410))
const [png, jpeg] = [await picture.clone().png().toBuffer(), await picture.clone().jpeg({ quality: 95 }).toBuffer()]
const grey = await pictures
  .open({ data: Buffer.alloc(200 * 200 * 3, 99), width: 200, height: 200 })
  .png()
  .toBuffer()

await t.test('the picture embedded in a proprietary file is its cover', async (t) => {
  // fabric.png is not named like a thumbnail, so meta/Thumbnail.PNG must become the cover.
  const zip = await zipOf({ 'a.bin': project, 'fabric.png': grey, 'meta/Thumbnail.PNG': png })
  looksLike(t, await coverOf(zip, 'coat.zprj'), corners)
  for (const inside of [png, jpeg])
    looksLike(t, await coverOf(Buffer.concat([project, grey, project, inside, project]), 'coat.zpac'), corners)
  looksLike(t, await coverOf(Buffer.concat([project, jpeg]), 'coat.sproj'), corners)
})

await t.test('U08 ignores a damaged, truncated, tiny or oversized picture in a proprietary file', async (t) => {
  const tiny = await pictures.open(quarters(32, 32)).png().toBuffer()
  const useless = Buffer.concat([
    png.subarray(0, png.length - 20),
    jpeg.subarray(0, jpeg.length / 2),
    tiny,
    Buffer.alloc(2 ** 20, '\xff\xd8\xff\xda\0\x02', 'latin1'),
  ])
  for (const inside of [useless, pictures.claimingPng(100, 100), pictures.claimingPng(60_000, 60_000)])
    t.equal(await coverOf(Buffer.concat([project, inside]), 'coat.zprj'), undefined)
  const climbing = await zipOf({ 'aa/thumbnail.png': png }, undefined, false)
  const zip = Buffer.from(climbing.toString('latin1').replaceAll('aa/', '../'), 'latin1')
  looksLike(t, await coverOf(zip, 'coat.zprj'), corners)
})

await t.test(
  'U06 the extension alone does not make text, an empty file or a readable model a proprietary file',
  async (t) => {
    for (const bytes of [Buffer.from('<script>alert(1)</script>'.repeat(100)), Buffer.from('\0')]) {
      const id = await stages.received(bytes, 'coat.zprj')
      t.match(await stages.work(id), { stage: 'failed', failure: { code: 'NOT_A_MODEL' } })
    }
    const hostile = await stages.received(glbOf({ asset: { version: '2.0' } }), 'coat.zprj')
    t.match(await stages.work(hostile), { stage: 'failed', failure: { code: 'MODEL_EMPTY' } })
    const good = await stages.received(await makeGarment({ segments: 8, textureSize: 8 }), 'coat.zprj')
    t.match(await stages.work(good, 'verify', 'process'), { stage: 'processed', proprietaryFormat: null })
  },
)
