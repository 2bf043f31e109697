import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, KHRMeshQuantization } from '@gltf-transform/extensions'
import { getBounds } from '@gltf-transform/functions'
import type { ModelSource } from '@toile/contracts/models/models'
import t from '@toile/testing/tap'
import { makeObj } from '@toile/testing/garments/convertible'
import { makeGarment, makeGltfZip } from '@toile/testing/garments/garments'
import { identifyModel } from './identify.js'
import { makingLimits, prepareModel, type Convert } from './prepare.js'

const refuse: Convert = () => Promise.reject(new Error('glTF is not converted'))

async function prepare(bytes: Buffer, convert = refuse) {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-prepare-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'upload')
  await writeFile(file, bytes)
  const steps = new Set<string>()
  const format = await identifyModel(file)
  const prepared = await prepareModel({
    path: file,
    format,
    name: 'upload',
    workDir: folder,
    convert,
    ffmpeg: undefined,
    onProgress: (step) => steps.add(step),
  })
  return { ...prepared, format, steps: [...steps] }
}

await t.test('a .glb becomes a smaller .glb with facts and a report', async (t) => {
  const upload = await makeGarment({ segments: 48, textureSize: 256, colourways: ['ink', 'moss'] })
  const { web, facts, report, format, steps } = await prepare(upload)
  t.equal(format, 'glb')
  const bytes = await readFile(web.path)
  t.equal(bytes.length, web.bytes)
  t.match(web.sha256, /^[0-9a-f]{64}$/)
  t.ok(web.bytes < upload.length / 2, `${web.bytes} of ${upload.length}`)
  t.same(steps, ['unpack', 'guard', 'validate', 'optimise', 'measure', 'write'])
  t.equal(report.errors, 0)
  t.equal(facts.triangles, 48 * 96 * 2)
  t.equal(facts.materials, 3)
  t.same(facts.colourways, ['ink', 'moss'])
  t.ok(Math.abs(facts.heightMetres - 1.1) < 1e-3)
  t.same(
    facts.textures.map(({ mimeType, widthPx }) => [mimeType, widthPx]),
    [
      ['image/webp', 256],
      ['image/webp', 256],
    ],
  )
  t.match(bytes.toString('latin1'), /KHR_materials_sheen/)
})

await t.test('a model with integer positions keeps its shape', async (t) => {
  // Other tools write 16-bit positions that are not normalised, with a node that restores the scale.
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const document = await io.readBinary(await makeGarment({ segments: 48, textureSize: 64 }))
  document.createExtension(KHRMeshQuantization).setRequired(true)
  const blownUp = 10_000
  for (const primitive of document.getRoot().listMeshes()[0]!.listPrimitives()) {
    const position = primitive.getAttribute('POSITION')!
    const { min } = getBounds(document.getRoot().listScenes()[0]!)
    const whole = Array.from(position.getArray()! as Float32Array, (value, i) =>
      Math.round((value - min[i % 3]!) * blownUp),
    )
    position.setArray(Uint16Array.from(whole))
  }
  for (const node of document.getRoot().listNodes())
    if (node.getMesh()) node.setScale([1 / blownUp, 1 / blownUp, 1 / blownUp])
  const { web, facts } = await prepare(Buffer.from(await io.writeBinary(document)))
  t.ok(Math.abs(facts.heightMetres - 1.1) < 1e-3)
  const written = await prepare(await readFile(web.path))
  for (const side of ['widthMetres', 'heightMetres', 'depthMetres'] as const)
    t.ok(Math.abs(written.facts[side] - facts[side]) < 1e-3, `${side}: ${written.facts[side]}`)
})

await t.test('a .gltf with its files in a .zip gives the same facts as the .glb', async (t) => {
  const options = { segments: 24, textureSize: 128, colourways: ['ink'] }
  const [zip, glb] = [await prepare(await makeGltfZip(options)), await prepare(await makeGarment(options))]
  t.equal(zip.format, 'zip')
  const { source, ...facts } = zip.facts
  t.same(facts, glb.facts)
  t.match(source, { format: 'gltf', metresPerUnit: 1, model: 'dress/dress.gltf', leftAside: [], missingTextures: [] })
})

await t.test('a lone .gltf with its data inside gives the same facts as the .glb', async (t) => {
  const options = { segments: 24, textureSize: 128 }
  const glb = await makeGarment(options)
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const { json, resources } = await io.writeJSON(await io.readBinary(new Uint8Array(glb)))
  for (const part of [...(json.buffers ?? []), ...(json.images ?? [])])
    part.uri = `data:application/octet-stream;base64,${Buffer.from(resources[part.uri!]!).toString('base64')}`
  const lone = await prepare(Buffer.from(JSON.stringify(json)))
  t.equal(lone.format, 'gltf')
  t.equal(lone.facts.triangles, (await prepare(glb)).facts.triangles)
  t.equal(lone.facts.textures.length, 2)
})

await t.test('U06 ignores the name: other bytes are no model', async (t) => {
  for (const bytes of ['', 'gl', 'solid text', '<!doctype html>', '\xff\xd8\xff\xe0 jpeg'])
    await t.rejects(prepare(Buffer.from(bytes, 'latin1')), { code: 'NOT_A_MODEL' })
})

await t.test('a fault in a model that we converted is a server fault', async (t) => {
  const source: ModelSource = {
    ...{ format: 'obj', metresPerUnit: 1, unitFrom: 'size', upAxis: 'y', upFrom: 'shape', longestSide: 1.1 },
    ...{ missingTextures: [], largestTexturePx: 0, normalsMade: false },
  }
  const writing =
    (bytes: Buffer): Convert =>
    async ({ outPath }) => {
      await writeFile(outPath, bytes)
      return source
    }
  const glb = await makeGarment({ segments: 16, textureSize: 8 })
  const cut = prepare(makeObj(), writing(glb.subarray(0, -100)))
  await t.rejects(cut, { code: 'CONVERSION_FAULT', params: { format: 'OBJ' } })
  t.match((await prepare(makeObj(), writing(glb))).facts, { source: { format: 'obj' } })
})

await t.test("U07 a child's claim about a model's weight gives it no more than the heaviest model gets", (t) => {
  t.equal(makingLimits(1, 50 * 2 ** 20).maxCpuMs, 80_000)
  t.equal(makingLimits(1, 1e15).maxCpuMs, 30_000 + 1_024 * 1_000)
  t.end()
})
