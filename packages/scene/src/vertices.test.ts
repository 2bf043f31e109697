import {
  AnimationClip,
  Bone,
  BufferAttribute,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  VectorKeyframeTrack,
  type Object3D,
} from 'three'
import t from '@toile/testing/tap'
import { readAnimation } from './animation.js'
import { pickPoint } from './picking.js'
import { standingGeometry } from './standing-geometry.js'
import { readVertices } from './vertices.js'

const corners = [-0.5, 0, 0, 0.5, 0, 0, 0, 1, 0]

/** A triangle, 1 m wide and 1 m high. Its top corner is skinned to a joint of its own. The armature is scaled. */
function rigged(armatureScale: number) {
  const root = new Group()
  const armature = new Group()
  armature.scale.setScalar(armatureScale)
  const [foot, tip] = [new Bone(), new Bone()]
  tip.name = 'tip'
  tip.position.y = 1 / armatureScale
  armature.add(foot.add(tip))
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new Float32BufferAttribute(corners, 3))
  geometry.setAttribute('normal', new Float32BufferAttribute([0, 0, 1, 0, 0, 1, 0, 0, 1], 3))
  geometry.setAttribute('skinIndex', new Uint16BufferAttribute([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0], 4))
  geometry.setAttribute('skinWeight', new Float32BufferAttribute([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0], 4))
  const mesh = new SkinnedMesh(geometry)
  root.add(armature, mesh)
  root.updateMatrixWorld(true)
  const inverses = [foot, tip].map((bone) => new Matrix4().copy(bone.matrixWorld).invert())
  mesh.bind(new Skeleton([foot, tip], inverses), new Matrix4())
  return { root, mesh, tip }
}

const rounded = (points: ArrayLike<number>) => Array.from(points, (value) => Math.round(value * 1e5) / 1e5)
function moved(root: Object3D): Object3D {
  root.position.y = 1
  const outer = new Group()
  outer.scale.setScalar(2)
  return outer.add(root)
}

await t.test('a skinned mesh follows its joints, and follows its parent once, not twice', async (t) => {
  for (const scale of [1, 0.01, 100]) {
    const { root, mesh, tip } = rigged(scale)
    t.same(rounded(readVertices(root)), corners, `${scale}`)
    tip.position.y += 0.5 / scale
    t.same(rounded(readVertices(root)), [...corners.slice(0, 7), 1.5, 0])
    const outer = moved(root)
    t.same(rounded(readVertices(outer)), [-1, 2, 0, 1, 2, 0, 0, 5, 0])
    const baked = new Mesh(standingGeometry(mesh))
    baked.matrixWorld.copy(mesh.matrixWorld)
    t.same(rounded(baked.geometry.getAttribute('position').array), [...corners.slice(0, 7), 1.5, 0])
    t.same(rounded(baked.geometry.getAttribute('normal').array), [0, 0, 1, 0, 0, 1, 0, 0, 1])
    t.notOk(baked.geometry.hasAttribute('skinIndex'))
  }
})

await t.test('draws and picks a mesh where its joints have moved it', async (t) => {
  const { root, mesh } = rigged(1)
  const camera = new PerspectiveCamera(40, 1, 0.1, 100)
  camera.position.set(0, 5.5, 4)
  camera.updateMatrixWorld()
  const clip = new AnimationClip('jump', 1, [new VectorKeyframeTrack('tip.position', [0, 1], [0, 1, 0, 0, 10, 0])])
  const animation = readAnimation(root, [clip])
  const pick = () => {
    root.updateMatrixWorld(true)
    return pickPoint(camera, root, 0, 0)?.point
  }
  t.equal(pick(), undefined)
  animation.pose({ clip: 0, seconds: 0.999_999 })
  t.same(rounded(pick() ?? []), [0, 5.5, 0])
  t.equal(mesh.frustumCulled, false)
})

await t.test('bakes morph targets with their weights, and packed points as floats', async (t) => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Int8Array([-64, 0, 0, 64, 0, 0, 0, 127, 0]), 3, true))
  geometry.morphAttributes.position = [new Float32BufferAttribute([0, 0, 0, 0, 0, 0, 0, 2, 0], 3)]
  geometry.morphTargetsRelative = true
  const mesh = new Mesh(geometry)
  t.equal(standingGeometry(mesh), geometry, 'nothing moves it')
  mesh.morphTargetInfluences![0] = 0.5
  t.same(rounded(standingGeometry(mesh).getAttribute('position').array).slice(6), [0, 2, 0])
})

t.test('U12 refuses more vertices than an upload may have, without reading any', async (t) => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Uint8Array(3 * 100_000_001), 3))
  t.throws(() => readVertices(new Group().add(new Mesh(geometry))), { message: 'the model has 100000001 vertices' })
})
