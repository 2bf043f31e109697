import { Box3, BufferAttribute, Mesh, Object3D, type BufferGeometry, type Material, type Texture } from 'three'
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js'
import { makeCreasedNormals } from './creased-normals.js'
import type { Bounds } from './placement.js'

/** Merging takes about 1 s per million vertices. Larger meshes stay faceted, as their facets are too small to see. */
const MAX_JOINED_CORNERS = 1_500_000

/** Returns the meshes of a model. Removes everything without a surface: lights, cameras, curves, points. */
export function extractMeshes(object: Object3D): Mesh[] {
  const meshes: Mesh[] = []
  const others: Object3D[] = []
  object.traverse((node) => {
    const kinds = node as unknown as Record<string, unknown>
    if (node instanceof Mesh) {
      if (((node.geometry as BufferGeometry).getAttribute('position')?.count ?? 0) > 0) meshes.push(node)
      else others.push(node)
    } else if (kinds.isLight || kinds.isCamera || kinds.isLine || kinds.isPoints || kinds.isSprite) others.push(node)
  })
  for (const node of others) {
    // Real meshes may hang below a light or an empty mesh.
    if (node.children.length) node.parent?.add(new Object3D().copy(node, false).add(...node.children))
    node.removeFromParent()
  }
  return meshes
}

const uvNames = ['uv', 'uv1', 'uv2', 'uv3']

/** Makes attributes valid glTF: UVs become pairs in sets numbered without gaps, and NaN colours become white. */
export function standardiseAttributes(meshes: Mesh[]): void {
  for (const { geometry, material } of meshes) {
    const sets = uvNames.filter((name) => geometry.hasAttribute(name))
    for (const [index, name] of sets.entries()) {
      const uv = pairsOf(geometry, name)
      geometry.deleteAttribute(name)
      geometry.setAttribute(uvNames[index]!, uv)
      for (const texture of texturesOf([material].flat()))
        if (texture.channel === uvNames.indexOf(name)) texture.channel = index
    }
    const colour = geometry.getAttribute('color')
    if (colour instanceof BufferAttribute)
      for (const [at, value] of colour.array.entries()) if (Number.isNaN(value)) colour.array[at] = 1
  }
}

function pairsOf(geometry: BufferGeometry, name: string): BufferAttribute {
  const given = geometry.getAttribute(name)
  if (given instanceof BufferAttribute && given.itemSize === 2) return given
  const pairs = new Float32Array(given.count * 2)
  for (let i = 0; i < given.count; i++) pairs.set([given.getX(i), given.getY(i)], i * 2)
  return new BufferAttribute(pairs, 2)
}

const texturesOf = (materials: Material[]): Texture[] =>
  materials.flatMap((material) =>
    Object.values(material).filter((value): value is Texture => (value as Texture | null)?.isTexture === true),
  )

export function makeNormals(meshes: Mesh[], hasNormals: boolean): boolean {
  let made = false
  for (const mesh of meshes) {
    if (hasNormals && mesh.geometry.hasAttribute('normal')) continue
    mesh.geometry.deleteAttribute('normal')
    if (!mesh.geometry.index && mesh.geometry.getAttribute('position').count <= MAX_JOINED_CORNERS)
      mesh.geometry = mergeVertices(mesh.geometry)
    const { index, morphAttributes } = mesh.geometry
    if (index && Object.keys(morphAttributes).length === 0) makeCreasedNormals(mesh.geometry, index)
    else mesh.geometry.computeVertexNormals()
    made = true
  }
  return made
}

export function boundsOf(object: Object3D): Bounds {
  object.updateMatrixWorld(true)
  const { min, max } = new Box3().setFromObject(object, true)
  return { min: min.toArray(), max: max.toArray() }
}
