import { Document, Primitive, WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS, EXTMeshGPUInstancing } from '@gltf-transform/extensions'
import t from '@toile/testing/tap'
import { makeGarment } from '@toile/testing/garments/garments'
import { makeRigged, type RigOptions } from '@toile/testing/garments/rigged'
import { sizeOf } from './size.js'
import { findingsOf } from './findings.js'
import { measureModel } from './measure.js'
import { facingOf } from './normals.js'

const options = { segments: 16, textureSize: 32 }
const read = async (glb: Buffer) => new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(new Uint8Array(glb))
const rigged = async (rig: RigOptions) => read(await makeRigged(rig, options))
type Read = Awaited<ReturnType<typeof read>>
const cornersOf = (document: Read) => {
  const { min, max } = sizeOf(document.getRoot().getDefaultScene()!)
  return [...min, ...max].map((metres) => Number(metres.toFixed(4)))
}
const sidesOf = (document: Read) => {
  const { widthMetres, heightMetres, depthMetres } = measureModel(document)
  return [widthMetres, heightMetres, depthMetres].map((metres) => Number(metres.toFixed(4)))
}

await t.test('a rigged garment stands where its joints put it, whatever its armature and its unit', async (t) => {
  const plain = await read(await makeGarment(options))
  const rigs: RigOptions[] = [1, 0.01, 100].flatMap((armatureScale) =>
    [false, true].flatMap((isArmatureTurned) =>
      [1, 0.01].map((metresPerUnit) => ({ armatureScale, isArmatureTurned, metresPerUnit })),
    ),
  )
  for (const rig of rigs) {
    const document = await rigged(rig)
    t.same(cornersOf(document), cornersOf(plain), JSON.stringify(rig))
    t.same(sidesOf(document), sidesOf(plain), JSON.stringify(rig))
    t.same(findingsOf(document, undefined), [], JSON.stringify(rig))
  }
})

await t.test('measures a posed model, with default morph weights', async (t) => {
  const [width, , depth] = sidesOf(await rigged({}))
  const [, lifted] = sidesOf(await rigged({ liftMetres: 0.4, armatureScale: 0.01 }))
  t.equal(lifted, 1.5)
  const puffed = sidesOf(await rigged({ puff: 0.5, metresPerUnit: 0.01 }))
  t.same(
    puffed,
    [width! * 1.5, 1.1, depth! * 1.5].map((metres) => Number(metres.toFixed(4))),
  )
  const document = await rigged({ puff: 0.5 })
  const node = document
    .getRoot()
    .listNodes()
    .find((each) => each.getMesh())!
  t.same(sidesOf(document), puffed)
  node.setWeights([0])
  t.same(sidesOf(document), [width, 1.1, depth], 'a node decides over its mesh')
})

await t.test('a point without weights follows the first of its joints, as three draws it', async (t) => {
  const document = await rigged({ liftMetres: 0.4 })
  const [part] = document.getRoot().listMeshes()[0]!.listPrimitives()
  const [joints, weights] = [part!.getAttribute('JOINTS_0')!, part!.getAttribute('WEIGHTS_0')!]
  for (let point = 0; point < joints.getCount(); point++) {
    joints.setElement(point, [1, 0, 0, 0])
    weights.setElement(point, [0, 0, 0, 0])
  }
  const lowest = (of: Read) => cornersOf(of)[1]!
  t.equal(lowest(document), Number((lowest(await rigged({})) + 0.4).toFixed(4)))
})

await t.test('judges whether a garment is inside out as drawn, with joints and mirrored nodes', async (t) => {
  const inwards = (document: Read) => facingOf(document.getRoot().getDefaultScene()!).inwards
  const plain = inwards(await read(await makeGarment(options)))
  t.ok(plain < 0.3, `${plain}`)
  const near = (share: number, expected: number, what: string) =>
    t.ok(Math.abs(share - expected) < 0.01, `${what}: ${share}`)
  near(inwards(await rigged({ armatureScale: 0.01, isArmatureTurned: true })), plain, 'rigged')
  const laid = await rigged({})
  const skin = laid.getRoot().listSkins()[0]!
  // Lays the stored garment down, as z-up tools do; only its joints turn it upright.
  for (const matrix of [0, 1]) {
    const [right, up, back, at] = [0, 4, 8, 12].map((i) =>
      skin
        .getInverseBindMatrices()!
        .getElement(matrix, [])
        .slice(i, i + 4),
    )
    skin.getInverseBindMatrices()!.setElement(matrix, [...right!, ...back!.map((value) => -value), ...up!, ...at!])
  }
  for (const name of ['POSITION', 'NORMAL']) {
    const list = laid.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute(name)!
    for (let i = 0; i < list.getCount(); i++) {
      const [x, y, z] = list.getElement(i, [0, 0, 0])
      list.setElement(i, [x!, -z!, y!])
    }
  }
  t.same(cornersOf(laid), cornersOf(await rigged({})))
  near(inwards(laid), plain, 'stood up')
  const mirrored = await read(await makeGarment(options))
  mirrored.getRoot().listNodes()[0]!.setScale([-1, 1, 1])
  near(inwards(mirrored), plain, 'mirrored')
})

const areaOf = (document: Read) => Number(measureModel(document).areaSquareMetres!.toFixed(3))

await t.test('measures the surface as drawn: posed, scaled, in lists, strips and fans', async (t) => {
  const plain = await read(await makeGarment(options))
  const area = areaOf(plain)
  // The expected area is that of one side of the cloth of a pleated dress, which is 1.1 m high.
  t.ok(area > 0.8 && area < 3, `${area} m2`)
  t.equal(areaOf(await rigged({ armatureScale: 0.01, isArmatureTurned: true, metresPerUnit: 0.01 })), area)
  plain.getRoot().listNodes()[0]!.setScale([2, 2, 2])
  t.ok(Math.abs(areaOf(plain) - area * 4) < 0.005)

  const document = new Document()
  const square = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
  const [strip, fan] = [square, [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]].map((points) =>
    document.createAccessor().setType('VEC3').setArray(new Float32Array(points)),
  )
  const part = document.createPrimitive().setMode(Primitive.Mode.TRIANGLE_STRIP!).setAttribute('POSITION', strip!)
  const mesh = document.createMesh().addPrimitive(part)
  document.createScene().addChild(document.createNode().setMesh(mesh))
  t.equal(areaOf(document), 1)
  part.setMode(Primitive.Mode.TRIANGLE_FAN!).setAttribute('POSITION', fan!)
  t.equal(areaOf(document), 1)
})

await t.test('measures a mesh that is drawn many times at every place', async (t) => {
  const document = await read(await makeGarment(options))
  const [width, height, depth] = sidesOf(document)
  const area = areaOf(document)
  const { triangles } = measureModel(document)
  const accessor = (numbers: number[]) => document.createAccessor().setType('VEC3').setArray(new Float32Array(numbers))
  const batch = document
    .createExtension(EXTMeshGPUInstancing)
    .createInstancedMesh()
    .setAttribute('TRANSLATION', accessor([0, 0, 0, 3, 0, 0]))
    .setAttribute('SCALE', accessor([1, 1, 1, 2, 2, 2]))
  document.getRoot().listNodes()[0]!.setExtension('EXT_mesh_gpu_instancing', batch)
  const sides = sidesOf(document)
  t.same(
    sides.map((side) => side.toFixed(3)),
    [3 + width! * 1.5, height! * 2, depth! * 2].map((side) => side.toFixed(3)),
  )
  t.equal(areaOf(document).toFixed(2), (area * 5).toFixed(2))
  t.equal(measureModel(document).triangles, triangles * 2)
})
