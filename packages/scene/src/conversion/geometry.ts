import { Box3, Mesh, type BufferGeometry, type Object3D } from 'three'
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js'
import type { Bounds } from './placement.js'

/** Joining corners takes about 1 s a million; larger meshes keep their facets, which are then too small to see. */
const MAX_JOINED_CORNERS = 1_500_000

/** The meshes of a model, after whatever is no surface (lights, cameras, curves, loose points) was removed. */
export function keepMeshes(object: Object3D): Mesh[] {
  const meshes: Mesh[] = []
  const others: Object3D[] = []
  object.traverse((node) => {
    const kinds = node as unknown as Record<string, unknown>
    if (node instanceof Mesh) {
      if (((node.geometry as BufferGeometry).getAttribute('position')?.count ?? 0) > 0) meshes.push(node)
      else others.push(node)
    } else if (kinds.isLight || kinds.isCamera || kinds.isLine || kinds.isPoints || kinds.isSprite) others.push(node)
  })
  for (const node of others) node.removeFromParent()
  return meshes
}

/** Smooth normals where the file has none. Returns whether any were made. */
export function makeNormals(meshes: Mesh[], hasNormals: boolean): boolean {
  let made = false
  for (const mesh of meshes) {
    if (hasNormals && mesh.geometry.hasAttribute('normal')) continue
    mesh.geometry.deleteAttribute('normal')
    if (!mesh.geometry.index && mesh.geometry.getAttribute('position').count <= MAX_JOINED_CORNERS)
      mesh.geometry = mergeVertices(mesh.geometry)
    mesh.geometry.computeVertexNormals()
    made = true
  }
  return made
}

/** The box around all points where they stand, in the units of the outermost object. */
export function boundsOf(object: Object3D): Bounds {
  object.updateMatrixWorld(true)
  const { min, max } = new Box3().setFromObject(object, true)
  return { min: min.toArray(), max: max.toArray() }
}
