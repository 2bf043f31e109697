import { randomBytes } from 'node:crypto'
import t from '@toile/testing/tap'
import { imagesOfUploads } from '@toile/db/queries/images'
import { makeGarment } from '@toile/testing/garments'
import { glbOf } from '@toile/testing/hostile'
import { zipOf } from '@toile/testing/zips'
import { startStages, type Stages } from './stages.test-support.js'

let stages: Stages
t.before(async () => {
  stages = await startStages()
})
t.teardown(() => stages.close())

/** Bytes as nobody here understands them. */
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
    t.match(upload, { closed_format: filename.toLowerCase().split('.')[1], model_file_id: null, facts: null })
    t.same(await imagesOfUploads(stages.db, [id]), [])
    t.equal((await stages.parts.storage.stat(upload.original_key))!.bytes, bytes.length)
  })

await t.test('U06 the ending alone makes no closed file of text, of nothing, or of what can be read', async (t) => {
  for (const bytes of [Buffer.from('<script>alert(1)</script>'.repeat(100)), Buffer.from('\0')]) {
    const id = await stages.received(bytes, 'coat.zprj')
    t.match(await stages.work(id), { stage: 'failed', failure: { code: 'NOT_A_MODEL' } })
  }
  const hostile = await stages.received(glbOf({ asset: { version: '2.0' } }), 'coat.zprj')
  t.match(await stages.work(hostile), { stage: 'failed', failure: { code: 'MODEL_EMPTY' } })
  const good = await stages.received(await makeGarment({ segments: 8, textureSize: 8 }), 'coat.zprj')
  t.match(await stages.work(good, 'verify', 'process'), { stage: 'processed', closed_format: null })
})
