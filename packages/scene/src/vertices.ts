import { BufferAttribute, Mesh, SkinnedMesh, Vector3, Vector4, type BufferGeometry, type Object3D } from 'three'

/** More points change nothing in a picture, and 200,000 of them are framed in about 2 ms. */
const MAX_POINTS = 200_000

export interface Vertices {
  /** World positions, x, y, z after one another: at most 200,000 points, evenly taken. */
  points: Float32Array
  vertexCount: number
  triangleCount: number
}

/** Every visible mesh's vertices where they are drawn, skin and morph targets included. */
export function readVertices(root: Object3D): Vertices {
  root.updateWorldMatrix(true, false)
  // Not the call above for all below: what a skin takes back of its own node's place is renewed by this one only.
  root.updateMatrixWorld(true)
  const meshes: Mesh[] = []
  root.traverseVisible((node) => {
    if (node instanceof Mesh && node.geometry.getAttribute('position')) meshes.push(node)
  })
  const countOf = (mesh: Mesh) => mesh.geometry.getAttribute('position').count
  const vertexCount = meshes.reduce((sum, mesh) => sum + countOf(mesh), 0)
  const triangleCount = meshes.reduce(
    (sum, mesh) => sum + Math.floor((mesh.geometry.index?.count ?? countOf(mesh)) / 3),
    0,
  )
  const step = Math.ceil(vertexCount / MAX_POINTS) || 1

  const points: number[] = []
  const point = new Vector3()
  for (const mesh of meshes)
    for (let i = 0; i < countOf(mesh); i += step) {
      mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld)
      if (Number.isFinite(point.x + point.y + point.z)) points.push(point.x, point.y, point.z)
    }
  return { points: Float32Array.from(points), vertexCount, triangleCount }
}

/**
 * A mesh's geometry in its own space as it stands now: moved by joints and morph targets, and without either. The very
 * geometry of the mesh where nothing moves it.
 */
export function standingGeometry(mesh: Mesh): BufferGeometry {
  const isSkinned = mesh instanceof SkinnedMesh
  if (!isSkinned && !mesh.morphTargetInfluences?.some((weight) => weight !== 0)) return mesh.geometry
  const geometry = mesh.geometry.clone()
  // As floats: what was packed into whole numbers may leave their range.
  const positions = new BufferAttribute(new Float32Array(geometry.getAttribute('position').count * 3), 3)
  const point = new Vector3()
  for (let i = 0; i < positions.count; i++) positions.setXYZ(i, ...mesh.getVertexPosition(i, point).toArray())
  geometry.setAttribute('position', positions)
  const normal = geometry.getAttribute('normal')
  if (isSkinned && normal) {
    const normals = new BufferAttribute(new Float32Array(normal.count * 3), 3)
    const turned = new Vector4()
    for (let i = 0; i < normals.count; i++) {
      turned.set(normal.getX(i), normal.getY(i), normal.getZ(i), 0)
      mesh.applyBoneTransform(i, turned)
      point.set(turned.x, turned.y, turned.z).normalize()
      normals.setXYZ(i, point.x, point.y, point.z)
    }
    geometry.setAttribute('normal', normals)
  }
  for (const name of ['skinIndex', 'skinWeight']) geometry.deleteAttribute(name)
  geometry.morphAttributes = {}
  return geometry
}
