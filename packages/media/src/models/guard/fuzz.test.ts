import { WebIO, type JSONDocument } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import fc from 'fast-check'
import t from '@toile/testing/tap'
import { InputFailure } from '@toile/contracts/failures'
import { fuzz } from '@toile/testing/fuzz'
import { makeGarment } from '@toile/testing/garments/garments'
import { processorMs } from '@toile/testing/processor-time'
import { guardModel } from './guard.js'
import { makeLevels } from '../levels/levels.js'
import { openGltf, type Json } from '../package.js'

const RUNS = 100
const MAX_MODEL_MS = 5_000
const ABSENT = Symbol('absent')
const strange: unknown[] = [ABSENT, null, -1, 0, 1.5, 7, 255, 2 ** 31, 1e308, '', 'SCALAR', [], [-1], {}, true]

async function everything(): Promise<JSONDocument> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const garment = await makeGarment({ segments: 4, textureSize: 8, colourways: ['ink'] })
  const document = await io.readBinary(new Uint8Array(garment))
  const list = (
    type: 'VEC3' | 'VEC4' | 'MAT4' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(document.getRoot().listBuffers()[0]!)
  const root = document.getRoot()
  const dress = root.listNodes()[0]!
  const part = root.listMeshes()[0]!.listPrimitives()[0]!
  const points = part.getAttribute('POSITION')!.getCount()
  const bone = document.createNode('Waist')
  root.listScenes()[0]!.addChild(bone)
  const weights = list(
    'VEC4',
    Float32Array.from({ length: points * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
  )
  part.setAttribute('JOINTS_0', list('VEC4', new Uint16Array(points * 4))).setAttribute('WEIGHTS_0', weights)
  const bind = list(
    'MAT4',
    Float32Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0)),
  )
  dress.setSkin(document.createSkin('Rig').addJoint(bone).setInverseBindMatrices(bind))
  const moved = list('VEC3', new Float32Array(points * 3)).setSparse(true)
  moved.setElement(1, [0.01, 0, 0])
  part.addTarget(document.createPrimitiveTarget('Wind').setAttribute('POSITION', moved))
  const swing = document.createAnimation('Swing')
  const track = (target: typeof bone, path: 'translation' | 'weights', values: Float32Array<ArrayBuffer>) => {
    const input = list('SCALAR', new Float32Array([0, 1]))
    const output = list(path === 'weights' ? 'SCALAR' : 'VEC3', values)
    const sampler = document.createAnimationSampler().setInput(input).setOutput(output)
    swing.addSampler(sampler)
    swing.addChannel(document.createAnimationChannel().setSampler(sampler).setTargetNode(target).setTargetPath(path))
  }
  track(bone, 'translation', new Float32Array([0, 0, 0, 0.1, 0, 0]))
  track(dress, 'weights', new Float32Array([0, 1]))
  return io.writeJSON(document)
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[key], ...placesIn(inner).map((rest) => [key, ...rest])])
}

function put(json: Json, place: string[], value: unknown) {
  let at: unknown = json
  for (const key of place.slice(0, -1)) at = typeof at === 'object' && at !== null ? (at as Json)[key] : undefined
  if (typeof at !== 'object' || at === null) return
  const last = place.at(-1)!
  if (value === ABSENT) delete (at as Json)[last]
  else (at as Json)[last] = value
}

const { json: good, resources } = await everything()
const files = new Map(Object.entries(resources).map(([name, bytes]) => [name, new Uint8Array(bytes)]))
const places = placesIn(good)

type Change = [place: string[], value: unknown]

async function handle(changes: readonly Change[]): Promise<void> {
  const json = structuredClone(good) as unknown as Json
  for (const [place, value] of changes) put(json, place, value)
  const before = processorMs()
  try {
    const model = openGltf(Buffer.from(JSON.stringify(json)), { files, find: (uri) => uri })
    await guardModel(model)
    await makeLevels(model, { source: undefined, isOneFile: false, originalBytes: 1, progress() {} })
  } catch (error) {
    if (!(error instanceof InputFailure)) throw error
  }
  const took = processorMs() - before
  if (took > MAX_MODEL_MS) throw new Error(`it took ${Math.round(took)} ms`)
}

/** Changes that each fuzz run includes, by name. None of them revealed a bug. Add any change that does. */
const kept: Record<string, Change[]> = {
  'no accessors': [[['accessors'], []]],
  'no buffers': [[['buffers'], ABSENT]],
  'nodes that are a text': [[['nodes'], 'SCALAR']],
  'a scene that is no number': [[['scene'], {}]],
}

await t.test('the seed model is valid', async (t) => {
  const model = openGltf(Buffer.from(JSON.stringify(good)), { files, find: (uri) => uri })
  await guardModel(model)
  const levels = await makeLevels(model, { source: undefined, isOneFile: false, originalBytes: 1, progress() {} })
  t.match(levels.facts, { animations: [{ name: 'Swing', durationSeconds: 1 }], colourways: ['ink'] })
  t.equal(levels.report.errors, 0)
})

await t.test(
  'U12 prepares a .gltf with strange values anywhere, or fails with a code, within the time limit',
  async (t) => {
    const made = fc.array(fc.tuple(fc.constantFrom(...places), fc.constantFrom(...strange)), {
      minLength: 1,
      maxLength: 3,
    })
    await fuzz(t, { kept, made, handle, runs: RUNS })
  },
)
