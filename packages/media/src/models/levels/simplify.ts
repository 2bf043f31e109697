import type { Document, Primitive } from '@gltf-transform/core'
import { compactPrimitive, dequantize, weld } from '@gltf-transform/functions'
import { MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { gltfIo, quiet } from './optimise.js'

/** Weight of normals against positions, which keeps folds visible. */
const NORMAL_WEIGHT = 0.5
const TRIANGLES = 4

export async function readUnpacked(glb: Uint8Array): Promise<Document> {
  const document = quiet(await (await gltfIo()).readBinary(glb as Uint8Array<ArrayBuffer>))
  await MeshoptSimplifier.ready
  return document.transform(dequantize(), weld())
}

export const partsOf = (document: Document): Primitive[] =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .filter((part) => part.getMode() === TRIANGLES)

/**
 * Removes triangles in place until the share `keep` is left or the surface error reaches `maxError`, a share of the
 * part's size. Keeps the outermost points, so that all levels have the same size and place.
 */
export function simplifyPart(part: Primitive, { keep, maxError }: { keep: number; maxError: number }): void {
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
  part.setIndices(indices.clone().setArray(kept as Uint32Array<ArrayBuffer>))
  compactPrimitive(part)
}

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
