import { GLB_BUFFER, PropertyType, WebIO, type Document, type PlatformIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import { dedup, dequantize, meshopt, metalRough, prune, weld } from '@gltf-transform/functions'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { listOf } from './json.js'
import { PACKED_ACCESSORS } from './limits.js'
import type { ModelPackage } from './package.js'
import { glossMaterials } from './gloss.js'
import { shrinkTextures, webTextures } from './textures.js'
import { bytesOfUri } from './uris.js'

const silence = { debug() {}, info() {}, warn() {}, error() {} }

/** Reads and writes glTF. WebIO only because its base is abstract: it is never given a URI to read. */
export async function gltfIo(): Promise<PlatformIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])
  return new WebIO()
    .setLogger(silence)
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder })
}

/** Reads a guarded model from memory. @throws Error of the reader's for what only it notices */
export async function readModel(model: ModelPackage): Promise<Document> {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  if (model.binary) resources[GLB_BUFFER] = model.binary as Uint8Array<ArrayBuffer>
  for (const { uri } of [...listOf(model.json, 'buffers'), ...listOf(model.json, 'images')])
    if (typeof uri === 'string' && !uri.startsWith('data:'))
      resources[uri] = bytesOfUri(model, uri) as Uint8Array<ArrayBuffer>
  return (await gltfIo()).readJSON({ json: model.json as never, resources })
}

/** The same document, without a word on the console of what is changed in it. */
export function quiet(document: Document): Document {
  return document.setLogger(silence)
}

const comparable = [
  PropertyType.ACCESSOR,
  PropertyType.MESH,
  PropertyType.TEXTURE,
  PropertyType.MATERIAL,
  PropertyType.SKIN,
]
const canPack = (document: Document) => document.getRoot().listAccessors().length <= PACKED_ACCESSORS

/** Makes a document light for the web, in place: no doubles, no unused parts, WebP textures, materials that three draws. `progress` is 0 to 1. */
export async function optimiseModel(document: Document, progress: (fraction: number) => void): Promise<void> {
  quiet(document)
  if (glossMaterials(document).length > 0) {
    // Before their pixels are rewritten one by one in JavaScript: 16 times fewer where they had 8192 px.
    await shrinkTextures(document, webTextures)
    await document.transform(metalRough())
  }
  // Names of materials and attributes may belong to colourways, and solid textures would be decoded to be compared.
  await document.transform(
    // A model that was packed before (by another tool, or by us) has whole-number positions, and packing those a second
    // time flattens it: SheenCloth.glb of the glTF samples came out as a line.
    dequantize(),
    dedup({ keepUniqueNames: true, propertyTypes: canPack(document) ? comparable : comparable.slice(1) }),
    prune({ keepAttributes: true, keepSolidTextures: true }),
    weld(),
  )
  await shrinkTextures(document, webTextures, progress)
}

/** Packing rounds positions to 14 bits: less than this share of the model's size. */
const MAX_MOVE = 0.001

/**
 * The document as GLB, plain or with meshopt, whichever is smaller: meshopt makes tiny models bigger (a box by 18 %).
 * A packed model that has not kept its shape is not used. Changes the document.
 */
export async function writeSmallest(document: Document): Promise<Uint8Array> {
  const io = await gltfIo()
  const plain = await io.writeBinary(document)
  if (!canPack(document)) return plain
  const before = boundsOf(document)
  await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' }))
  const packed = await io.writeBinary(document)
  const after = boundsOf(await io.readBinary(packed))
  const longest = Math.max(...before.map((value, i) => (before[i + 3] ?? value) - value))
  const kept = before.every((value, i) => Math.abs(value - after[i]!) <= longest * MAX_MOVE)
  return kept && packed.length < plain.length ? packed : plain
}

/**
 * A box around the scene as six numbers: the low corner, then the high one. Of the parts' own boxes, not of each of their
 * points, which takes ten times as long: where a part is turned it is larger than need be, before as after packing.
 */
function boundsOf(document: Document): number[] {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]!
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  scene.traverse((node) => {
    const place = node.getWorldMatrix()
    for (const part of node.getMesh()?.listPrimitives() ?? []) {
      const position = part.getAttribute('POSITION')
      if (!position) continue
      const ends = [position.getMinNormalized([]), position.getMaxNormalized([])]
      for (let corner = 0; corner < 8; corner++) {
        const at = [0, 1, 2].map((axis) => ends[(corner >> axis) & 1]![axis]!)
        for (let axis = 0; axis < 3; axis++) {
          const value =
            place[axis]! * at[0]! + place[4 + axis]! * at[1]! + place[8 + axis]! * at[2]! + place[12 + axis]!
          box[axis] = Math.min(box[axis]!, value)
          box[3 + axis] = Math.max(box[3 + axis]!, value)
        }
      }
    }
  })
  return box
}
