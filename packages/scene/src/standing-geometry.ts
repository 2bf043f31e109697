import { BufferAttribute, SkinnedMesh, Vector3, Vector4, type BufferGeometry, type Mesh } from 'three'

/** Returns a copy with skinning and morph targets baked in, or the mesh's own geometry if neither has an effect. */
export function standingGeometry(mesh: Mesh): BufferGeometry {
  const isSkinned = mesh instanceof SkinnedMesh
  if (!isSkinned && !mesh.morphTargetInfluences?.some((weight) => weight !== 0)) return mesh.geometry
  const geometry = mesh.geometry.clone()
  // The positions become floats, because moved positions can exceed the range of quantised integers.
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
