import { Mesh, Vector3, type Object3D } from 'three'

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
  root.updateWorldMatrix(true, true)
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
