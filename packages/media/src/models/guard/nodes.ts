import { InputFailure } from '@toile/contracts/failures'
import { indicesOf, listOf, objectOf, wholeOf } from '../json.js'
import { assertAtMost, limits } from '../limits.js'
import { damaged, type Json } from '../package.js'

/** Primitive modes are 0 (points) to 6 (glTF 2.0, section 5.24.4). */
const TRIANGLES = 4
const TRIANGLE_STRIP = 5
const TRIANGLE_FAN = 6

/** Checks that nodes form trees of bounded depth (glTF 2.0, section 3.5.2: one parent at most). @throws InputFailure */
export function guardNodes(nodes: Json[]): void {
  const hasParent = new Uint8Array(nodes.length)
  const children = nodes.map((node) => indicesOf(node, 'children', nodes.length))
  for (const list of children)
    for (const child of list) {
      if (hasParent[child]) throw damaged('a node has two parents')
      hasParent[child] = 1
    }
  let level = nodes.flatMap((_, index) => (hasParent[index] ? [] : [index]))
  let reached = 0
  for (let depth = 1; level.length > 0; depth++) {
    assertAtMost(depth, limits.nodeDepth, 'nodes inside each other')
    reached += level.length
    level = level.flatMap((index) => children[index] ?? [])
  }
  // No node has two parents, so nodes that no root reaches form a cycle.
  if (reached < nodes.length) throw damaged('its nodes form a circle')
}

/** Bounds what all nodes and instances draw. @throws InputFailure MODEL_TOO_COMPLEX, MODEL_EMPTY, MODEL_DAMAGED */
export function guardMeshes(meshes: Json[], nodes: Json[], counts: number[]): void {
  let primitives = 0
  let read = 0
  const pointsOf: number[] = []
  const trianglesOf = meshes.map((mesh) => {
    let triangles = 0
    let points = 0
    for (const primitive of listOf(mesh, 'primitives')) {
      primitives++
      const attributes = objectOf(primitive, 'attributes')
      if (attributes.POSITION === undefined) throw damaged('a mesh has no positions')
      const mode = wholeOf(primitive, 'mode', TRIANGLES)
      if (mode > TRIANGLE_FAN) throw damaged('a mesh is drawn in no known way')
      const corners = countAt(counts, primitive.indices ?? attributes.POSITION)
      // In strips and fans each corner after the first two adds a triangle.
      triangles += mode < TRIANGLE_STRIP ? corners / 3 : Math.max(0, corners - 2)
      for (const list of [attributes, ...listOf(primitive, 'targets')])
        for (const accessor of Object.values(list)) read += countAt(counts, accessor)
      // Each joint and each morph target of a point costs as much as the point itself.
      const joints = Object.keys(attributes).filter((name) => name.startsWith('JOINTS_')).length * 4
      points += countAt(counts, attributes.POSITION) * (1 + joints + listOf(primitive, 'targets').length)
    }
    pointsOf.push(points)
    return Math.floor(triangles)
  })
  assertAtMost(primitives, limits.primitives, 'mesh parts')
  let drawn = 0
  let places = 0
  let shown = 0
  for (const node of nodes) {
    if (node.mesh === undefined) continue
    const shownMesh = wholeOf(node, 'mesh')
    const triangles = trianglesOf[shownMesh]
    if (triangles === undefined) throw damaged('a node shows a mesh that is missing')
    read += pointsOf[shownMesh]!
    shown++
    const times = instances(node, counts)
    drawn += triangles * times
    places += times
  }
  assertAtMost(drawn, limits.triangles, 'triangles')
  assertAtMost(places, limits.meshInstances, 'places where meshes stand')
  assertAtMost(read, limits.valuesRead, 'values named by parts')
  if (primitives === 0 || shown === 0) throw new InputFailure('MODEL_EMPTY')
}

function instances(node: Json, counts: number[]): number {
  const extension = objectOf(objectOf(node, 'extensions'), 'EXT_mesh_gpu_instancing')
  let most = 1
  for (const accessor of Object.values(objectOf(extension, 'attributes')))
    most = Math.max(most, countAt(counts, accessor))
  return most
}

function countAt(counts: number[], accessor: unknown): number {
  const count = typeof accessor === 'number' ? counts[accessor] : undefined
  if (count === undefined) throw damaged('a mesh points to data that is missing')
  return count
}
