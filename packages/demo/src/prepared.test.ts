import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { keptFolder, makeOnce } from '@toile/media/kept'
import { identifyModel } from '@toile/media/models/identify'
import { prepareModel } from '@toile/media/models/prepare'
import { demoGarments } from './garments/demo-garments.js'
import { madeGarment } from './made.js'
import { keepPrepared, keepWhatIsPrepared, preparedFolder } from './prepared.js'

for (const [name, animations] of [
  ['scarf', 0],
  ['breeze-skirt', 1],
] as const)
  t.test(`${name} is prepared without findings and keeps its animations and colourways`, async (t) => {
    const workDir = await mkdtemp(path.join(tmpdir(), 'toile-demo-'))
    t.teardown(() => rm(workDir, { recursive: true, force: true }))
    const file = path.join(workDir, 'original')
    const bytes = await madeGarment(demoGarments.find((each) => each.name === name)!)
    await writeFile(file, bytes)
    keepPrepared(preparedFolder(), file)
    const format = await identifyModel(file)
    // This test and the uploads worker reuse each other's cached derivatives.
    const kept = keptFolder(preparedFolder(), createHash('sha256').update(bytes).digest('hex'))
    const { facts, web } = await makeOnce(kept, 'levels', () =>
      prepareModel({
        path: file,
        format,
        name: 'dress.glb',
        ffmpeg: undefined,
        workDir,
        convert: () => t.fail('a .glb needs no conversion') as never,
      }),
    )
    t.same(facts.findings, [])
    t.equal(facts.animations.length, animations)
    t.ok(facts.colourways.length > 1)
    t.ok(facts.heightMetres > 0.4 && facts.heightMetres < 1.9, `${facts.heightMetres} m high`)
    t.ok(web.bytes > 100_000)
  })

t.test('derivatives of a demo file are cached by its checksum and this code', async (t) => {
  const given = process.env['KEPT_DIR']
  t.teardown(() => (given === undefined ? delete process.env['KEPT_DIR'] : (process.env['KEPT_DIR'] = given)))
  delete process.env['KEPT_DIR']
  keepWhatIsPrepared()
  t.match(process.env['KEPT_DIR'], /prepared\/[0-9a-f]{16}$/)
  process.env['KEPT_DIR'] = '/elsewhere'
  keepWhatIsPrepared()
  t.equal(process.env['KEPT_DIR'], '/elsewhere')
  const dir = await mkdtemp(path.join(tmpdir(), 'toile-demo-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'hat.glb')
  await writeFile(file, 'a hat')
  keepPrepared(path.join(dir, 'kept'), file)
  t.same(await readdir(path.join(dir, 'kept')), [createHash('sha256').update('a hat').digest('hex')])
  keepPrepared(undefined, file)
})
