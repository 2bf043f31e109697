import { WebIO, type Node, type vec3 } from '@gltf-transform/core'
import { KHRMaterialsSheen } from '@gltf-transform/extensions'
import { makeGarment, type GarmentOptions } from './garments.js'

export interface RigOptions {
  /** Scale of the node above the joints, for example 0.01 in files from Blender, Mixamo and Maya. */
  armatureScale?: number
  /** Turns the node above the joints by -90 degrees about x, as exporters with z up do. */
  isArmatureTurned?: boolean
  /** Length in metres of the unit of the points, for example 0.01 for centimetres. */
  metresPerUnit?: number
  /** Raises the upper joint after binding. The neck follows fully, and the hem does not move. */
  liftMetres?: number
  /** Weight of a morph target. At a weight of 1, the target makes the dress twice as wide and deep. */
  puff?: number
}

const HEIGHT_METRES = 1.1
const hem: vec3 = [0, 0.1, 0]
const waist: vec3 = [0, 0.7, 0]

/** makeGarment()'s dress on two joints. Without `liftMetres` and `puff`, every rig renders like the plain dress. */
export async function makeRigged(
  { armatureScale = 1, isArmatureTurned = false, metresPerUnit = 1, liftMetres = 0, puff = 0 }: RigOptions = {},
  garment: GarmentOptions = {},
): Promise<Buffer> {
  const io = new WebIO().registerExtensions([KHRMaterialsSheen])
  const document = await io.readBinary(new Uint8Array(await makeGarment(garment)))
  const buffer = document.getRoot().listBuffers()[0]!
  const dress = document.getRoot().listNodes()[0]!
  const part = dress.getMesh()!.listPrimitives()[0]!
  const position = part.getAttribute('POSITION')!
  const metres = Array.from(position.getArray() as Float32Array)
  const list = (type: 'VEC3' | 'VEC4' | 'MAT4', array: number[]) =>
    document.createAccessor().setType(type).setArray(new Float32Array(array)).setBuffer(buffer)

  const inArmature = ([x, y, z]: vec3): vec3 =>
    (isArmatureTurned ? [x, -z, y] : [x, y, z]).map((value) => value / armatureScale) as vec3
  const joint = (name: string, at: vec3, parent: Node) => {
    const node = document.createNode(name).setTranslation(inArmature(at))
    parent.addChild(node)
    return node
  }
  const armature = document.createNode('Armature').setScale([armatureScale, armatureScale, armatureScale])
  if (isArmatureTurned) armature.setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2])
  const low = joint('hem', hem, armature)
  const high = joint('waist', [0, waist[1] - hem[1] + liftMetres, 0], low)
  /** The joint's inverse bind matrix, column-major. It maps stored points to the space of the joint. */
  const inverseBind = (at: vec3) => [
    ...[0, 1, 2].flatMap((axis) => [
      ...inArmature([0, 1, 2].map((other) => (other === axis ? metresPerUnit : 0)) as vec3),
      0,
    ]),
    ...inArmature(at).map((value) => -value),
    1,
  ]
  const skin = document
    .createSkin()
    .addJoint(low)
    .addJoint(high)
    .setInverseBindMatrices(list('MAT4', [...inverseBind(hem), ...inverseBind(waist)]))

  const heights = metres.filter((_, i) => i % 3 === 1).map((y) => y / HEIGHT_METRES)
  const joints = new Uint8Array(heights.flatMap(() => [0, 1, 0, 0]))
  part
    .setAttribute('JOINTS_0', document.createAccessor().setType('VEC4').setArray(joints).setBuffer(buffer))
    .setAttribute(
      'WEIGHTS_0',
      list(
        'VEC4',
        heights.flatMap((height) => [1 - height, height, 0, 0]),
      ),
    )
  position.setArray(new Float32Array(metres.map((value) => value / metresPerUnit)))
  if (puff !== 0) {
    const moves = metres.map((value, i) => (i % 3 === 1 ? 0 : value / metresPerUnit))
    part.addTarget(document.createPrimitiveTarget().setAttribute('POSITION', list('VEC3', moves)))
    dress.getMesh()!.setWeights([puff])
  }
  dress.setSkin(skin)
  document.getRoot().getDefaultScene()!.addChild(armature)
  return Buffer.from(await io.writeBinary(document))
}
