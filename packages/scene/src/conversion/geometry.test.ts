import { BoxGeometry, BufferGeometry, Group, Mesh, PointLight, Vector3 } from 'three'
import t from '@toile/testing/tap'
import { extractMeshes } from './geometry.js'

t.test('lights and empty meshes go, and meshes below them stay where they are', async (t) => {
  const lamp = new PointLight()
  lamp.position.set(1, 2, 3)
  const shade = new Mesh(new BoxGeometry())
  const empty = new Mesh(new BufferGeometry())
  empty.position.set(0, 0, 4)
  const object = new Group().add(lamp.add(empty.add(shade)), new PointLight())

  t.same(extractMeshes(object), [shade])

  const left: string[] = []
  object.traverse((node) => left.push(node.type))
  t.same(left, ['Group', 'Object3D', 'Object3D', 'Mesh'])
  t.same(shade.getWorldPosition(new Vector3()), new Vector3(1, 2, 7))
})
