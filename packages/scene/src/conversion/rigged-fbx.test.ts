import { Group, Mesh, Triangle, Vector3, type Object3D } from 'three'
import t from '@toile/testing/tap'
import { makeAsciiRiggedFbx, makeRiggedFbx, type FbxRig } from '@toile/testing/garments/fbx-garment'
import { dressSurface } from '@toile/testing/garments/garments'
import { boundsOf } from './geometry.js'
import { ownFiles } from './own-files.js'
import { readConvertible } from './read.js'

async function read(rig: FbxRig, make = makeRiggedFbx): Promise<Object3D> {
  const bytes = make(rig)
  const own = ownFiles({ files: [], materials: [], references: [], missing: [] })
  const copy = Uint8Array.from(bytes).buffer
  const { object, declaredMetres } = await readConvertible('fbx', copy, own)
  const root = new Group().add(object)
  root.scale.setScalar(declaredMetres!)
  return root
}

const rounded = (values: number[]) => values.map((value) => Number(value.toFixed(4)) + 0)

/** The area of each triangle in square metres. */
function areasOf(root: Object3D): number[] {
  root.updateMatrixWorld(true)
  const triangle = new Triangle()
  const areas: number[] = []
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return
    const { index, attributes } = node.geometry
    const corner = (i: number) =>
      node.getVertexPosition(index ? index.getX(i) : i, new Vector3()).applyMatrix4(node.matrixWorld)
    for (let i = 0; i < (index ?? attributes.position).count; i += 3)
      areas.push(triangle.set(corner(i), corner(i + 1), corner(i + 2)).getArea())
  })
  return areas
}

const { positions, indices } = dressSurface(12)
const pointOf = (i: number) => new Vector3().fromArray(positions, indices[i]! * 3)
const plainArea = Array.from(indices, (_, i) =>
  i % 3 === 0 ? new Triangle(pointOf(i), pointOf(i + 1), pointOf(i + 2)).getArea() : 0,
).reduce((sum, area) => sum + area)
const axis = (which: number) => Array.from(positions).filter((_, i) => i % 3 === which)
const plainBounds = rounded([Math.min, Math.max].flatMap((most) => [0, 1, 2].map((which) => most(...axis(which)))))

await t.test('a rigged .fbx stands where its joints put it, for any armature scale and unit', async (t) => {
  for (const armatureScale of [1, 0.01, 100])
    for (const isArmatureTurned of [false, true])
      for (const [meshScale, isAlone] of [
        [1, false],
        [1, true],
        [100, false],
      ] as const) {
        const rig = { armatureScale, isArmatureTurned, meshScale, isAlone }
        const root = await read(rig)
        const { min, max } = boundsOf(root)
        t.same(rounded([...min, ...max]), plainBounds, JSON.stringify(rig))
        const areas = areasOf(root)
        const area = areas.reduce((sum, each) => sum + each)
        t.ok(Math.abs(area - plainArea) < 1e-4, `${area} m2`)
        t.equal(areas.length, indices.length / 3)
      }
})

await t.test('a rigged .fbx stays on its joints when its own node moved after binding', async (t) => {
  for (const make of [makeRiggedFbx, makeAsciiRiggedFbx])
    for (const isAlone of [false, true]) {
      const root = await read({ armatureScale: 0.01, isArmatureTurned: true, movedCentimetres: 30, isAlone }, make)
      const { min, max } = boundsOf(root)
      t.same(rounded([...min, ...max]), plainBounds)
    }
})

await t.test('a rigged .fbx has the height of its pose, not of its binding', async (t) => {
  for (const armatureScale of [1, 0.01, 100]) {
    const { max } = boundsOf(await read({ armatureScale, isArmatureTurned: true, liftCentimetres: 40 }))
    t.equal(max[1].toFixed(4), '1.5000')
  }
})
