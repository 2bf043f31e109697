import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from 'tap'
import { identifyModel } from '@toile/media/models/identify'
import { prepareModel } from '@toile/media/models/prepare'
import { demoGarments } from './garments/demo-garments.js'
import { madeGarment } from './made.js'

// Garments of our own go the way of anyone's file.

for (const [name, animations] of [
  ['scarf', 0],
  ['breeze-skirt', 1],
] as const)
  t.test(`${name} is prepared without a word of advice, and keeps what it has`, async (t) => {
    const workDir = await mkdtemp(path.join(tmpdir(), 'toile-demo-'))
    t.teardown(() => rm(workDir, { recursive: true, force: true }))
    const file = path.join(workDir, 'original')
    await writeFile(file, await madeGarment(demoGarments.find((each) => each.name === name)!))
    const { facts, web } = await prepareModel({
      path: file,
      format: await identifyModel(file),
      workDir,
      convert: () => t.fail('a .glb needs no conversion') as never,
    })
    t.same(facts.findings, [])
    t.equal(facts.animations.length, animations)
    t.ok(facts.colourways.length > 1)
    t.ok(facts.heightMetres > 0.4 && facts.heightMetres < 1.9, `${facts.heightMetres} m high`)
    t.ok(web.bytes > 100_000)
  })
