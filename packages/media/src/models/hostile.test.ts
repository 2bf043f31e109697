import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from 'tap'
import { makeGarment } from '@toile/testing/garments'
import { hostileForeignFiles } from '@toile/testing/hostile-foreign'
import { hostileGeometry } from '@toile/testing/hostile-geometry'
import { hostileJson } from '@toile/testing/hostile-json'
import { hostilePictures } from '@toile/testing/hostile-pictures'
import { hostileReferences } from '@toile/testing/hostile-references'
import { hostileZips } from '@toile/testing/hostile-zips'
import { identifyModel } from './identify.js'
import { prepareModel, type Convert } from './prepare.js'

const MAX_HOSTILE_MS = 10_000
const refuse: Convert = () => Promise.reject(new Error('no hostile file gets as far as a reader'))
// Some seventy children of half a second each, on a machine that may have much else to do.
t.setTimeout(400_000)

const folder = await mkdtemp(path.join(tmpdir(), 'toile-hostile-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

const file = path.join(folder, 'upload')

async function prepare() {
  return prepareModel({
    path: file,
    format: await identifyModel(file),
    workDir: folder,
    convert: refuse,
  })
}

const hostileFiles = [
  ...hostileReferences,
  ...hostileJson,
  ...hostileGeometry,
  ...hostilePictures,
  ...hostileZips,
  ...hostileForeignFiles,
]
for (const { name, code, make } of hostileFiles)
  await t.test(name, async (t) => {
    await writeFile(file, await make())
    const startedAt = performance.now()
    await t.rejects(prepare(), { name: 'InputFailure', code })
    t.ok(performance.now() - startedAt < MAX_HOSTILE_MS, 'within 10 s')
  })

await t.test('U12 after all of them a good file is fine', async (t) => {
  await writeFile(file, await makeGarment({ segments: 16, textureSize: 64 }))
  t.ok((await prepare()).web.bytes > 0)
})
