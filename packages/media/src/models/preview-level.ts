import type { Primitive } from '@gltf-transform/core'
import { compactPrimitive, dequantize, prune, weld } from '@gltf-transform/functions'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { gltfIo, quiet, writeSmallest } from './optimise.js'
import { shrinkTextures } from './textures.js'

/** Below this a model is there about as fast as a level before it would be: 0.2 s at 10 Mbit/s. */
const MIN_WEB_BYTES = 256 * 1024
/** Of the file as it came. */
const GOAL_SHARE = 0.12
/** Of the web version: whoever waits for less than this saves nothing. */
const MAX_SHARE_OF_WEB = 0.5
/**
 * Triangles kept, how far the surface may move as a share of its part's size, and how large textures stay. Beyond 3 %
 * the lining of a blazer came through its cloth.
 */
const steps = [
  { keep: 0.25, maxError: 0.002, texturePx: 512 },
  { keep: 0.25, maxError: 0.002, texturePx: 256 },
  { keep: 0.1, maxError: 0.01, texturePx: 256 },
]
type Step = (typeof steps)[number]
/** Where normals count against positions: folds stay visible. */
const NORMAL_WEIGHT = 0.5
const TRIANGLES = 4

/**
 * The level that is shown first, as a GLB of 5 to 12 % of the original's bytes: the same nodes, place and size,
 * materials, colourways and animations, with fewer triangles and smaller textures. `web` is the finished web version.
 * Undefined where it would save too little.
 */
export async function makePreviewLevel(web: Uint8Array, originalBytes: number): Promise<Uint8Array | undefined> {
  if (web.length < MIN_WEB_BYTES) return undefined
  let smallest: Uint8Array | undefined
  for (const step of steps) {
    const made = await lighten(web, step)
    if (!smallest || made.length < smallest.length) smallest = made
    if (smallest.length <= originalBytes * GOAL_SHARE) break
  }
  return smallest && smallest.length <= web.length * MAX_SHARE_OF_WEB ? smallest : undefined
}

async function lighten(web: Uint8Array, { texturePx, ...step }: Step): Promise<Uint8Array> {
  const document = quiet(await (await gltfIo()).readBinary(web as Uint8Array<ArrayBuffer>))
  await MeshoptSimplifier.ready
  await document.transform(dequantize(), weld())
  for (const mesh of document.getRoot().listMeshes())
    for (const part of mesh.listPrimitives()) if (part.getMode() === TRIANGLES) simplifyPart(part, step)
  await document.transform(prune({ keepAttributes: true, keepSolidTextures: true, keepLeaves: true }))
  await shrinkTextures(document, { maxPx: texturePx, quality: { colour: 65, data: 75 } })
  return writeSmallest(document)
}

/** Takes triangles away, in place. The outermost points stay, so that the levels have the same size and place. */
function simplifyPart(part: Primitive, { keep, maxError }: Omit<Step, 'texturePx'>) {
  const position = part.getAttribute('POSITION')
  const indices = part.getIndices()
  if (!position || !indices) return
  const positions = new Float32Array(position.getArray()!)
  const normal = part.getAttribute('NORMAL')
  const corners = new Uint32Array(indices.getArray()!)
  const target = Math.floor((corners.length / 3) * keep) * 3
  const normals = normal ? new Float32Array(normal.getArray()!) : new Float32Array()
  const [kept] = MeshoptSimplifier.simplifyWithAttributes(
    corners,
    positions,
    3,
    normals,
    normal ? 3 : 0,
    normal ? [NORMAL_WEIGHT, NORMAL_WEIGHT, NORMAL_WEIGHT] : [],
    outermost(positions),
    target,
    maxError,
    ['Prune'],
  )
  if (kept.length === 0) return
  // Another part may use the same list.
  part.setIndices(indices.clone().setArray(kept as Uint32Array<ArrayBuffer>))
  compactPrimitive(part)
}

/** Marks the points that reach furthest along each axis. */
function outermost(positions: Float32Array): Uint8Array {
  const locked = new Uint8Array(positions.length / 3)
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [0, 0]
    for (let point = 0; point < locked.length; point++) {
      const value = positions[point * 3 + axis]!
      if (value < positions[low * 3 + axis]!) low = point
      if (value > positions[high * 3 + axis]!) high = point
    }
    locked[low] = 1
    locked[high] = 1
  }
  return locked
}
