import type { Accessor, mat4, Node, Primitive, Scene, Skin, vec3 } from '@gltf-transform/core'

/** The low and the high corner of a box, in metres. */
export interface Bounds {
  min: vec3
  max: vec3
}

/**
 * The box around all points that a scene's surfaces use, where they are drawn: by joints alone where there is a skin, whose
 * node's own place counts for nothing (glTF 2.0, 3.7.3.3), and with the default weights of morph targets. getBounds() of
 * glTF-Transform takes neither into account. Points that are no numbers are left out; infinite for an empty scene.
 */
export function boundsOf(scene: Scene): Bounds {
  const bounds: Bounds = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity] }
  const places = createPlaces()
  scene.traverse((node) => {
    const mesh = node.getMesh()
    if (!mesh) return
    const weights = node.getWeights().length > 0 ? node.getWeights() : mesh.getWeights()
    const skin = node.getSkin()
    const joints = skin ? places.ofJoints(skin) : undefined
    for (const part of mesh.listPrimitives()) expand(bounds, part, places.ofNode(node), joints, weights)
  })
  return bounds
}

/** Where nodes and joints stand, each worked out once: thousands of nodes may hang on one skin of thousands of joints. */
function createPlaces() {
  const nodes = new Map<Node, mat4>()
  const skins = new Map<Skin, mat4[]>()
  const ofNode = (node: Node): mat4 => {
    const known = nodes.get(node)
    if (known) return known
    const parent = node.getParentNode()
    const place = parent ? multiply(ofNode(parent), node.getMatrix()) : node.getMatrix()
    nodes.set(node, place)
    return place
  }
  /** From where each joint's points were bound to where it stands now. */
  const ofJoints = (skin: Skin): mat4[] => {
    const inverses = skin.getInverseBindMatrices()
    const joints =
      skins.get(skin) ??
      skin
        .listJoints()
        .map((joint, index) =>
          inverses ? multiply(ofNode(joint), inverses.getElement(index, []) as unknown as mat4) : ofNode(joint),
        )
    skins.set(skin, joints)
    return joints
  }
  return { ofNode, ofJoints }
}

function expand({ min, max }: Bounds, part: Primitive, place: mat4, joints: mat4[] | undefined, weights: number[]) {
  const position = part.getAttribute('POSITION')
  if (!position) return
  const bones = joints && bonesOf(part)
  const targets = part
    .listTargets()
    .map((target, index) => ({ moves: target.getAttribute('POSITION'), weight: weights[index] ?? 0 }))
    .filter(({ moves, weight }) => moves && weight !== 0)
  const at: number[] = [0, 0, 0]
  const move: number[] = [0, 0, 0]
  const drawn: number[] = [0, 0, 0]
  const used = usedPoints(part, position)
  for (let point = 0, count = position.getCount(); point < count; point++) {
    if (used?.[point] === 0) continue
    position.getElement(point, at)
    for (const { moves, weight } of targets) {
      moves!.getElement(point, move)
      for (let axis = 0; axis < 3; axis++) at[axis]! += move[axis]! * weight
    }
    const matrix = bones && joints.length > 0 ? blend(bones, joints, point) : place
    for (let axis = 0; axis < 3; axis++)
      drawn[axis] =
        matrix[axis]! * at[0]! + matrix[4 + axis]! * at[1]! + matrix[8 + axis]! * at[2]! + matrix[12 + axis]!
    if (!Number.isFinite(drawn[0]! + drawn[1]! + drawn[2]!)) continue
    for (let axis = 0; axis < 3; axis++) {
      min[axis] = Math.min(min[axis]!, drawn[axis]!)
      max[axis] = Math.max(max[axis]!, drawn[axis]!)
    }
  }
}

/** Marks the points that a surface uses; undefined for all of them. */
function usedPoints(part: Primitive, position: Accessor): Uint8Array | undefined {
  const indices = part.getIndices()?.getArray()
  if (!indices) return undefined
  const used = new Uint8Array(position.getCount())
  for (let i = 0; i < indices.length; i++) used[indices[i]!] = 1
  return used
}

type Bones = [joints: Accessor, weights: Accessor][]

/** Four joints and their weights a point, and four more for each further set. */
function bonesOf(part: Primitive): Bones | undefined {
  const bones: Bones = []
  for (let set = 0; ; set++) {
    const [joints, weights] = [part.getAttribute(`JOINTS_${set}`), part.getAttribute(`WEIGHTS_${set}`)]
    if (!joints || !weights) return bones.length > 0 ? bones : undefined
    bones.push([joints, weights])
  }
}

const joint: number[] = [0, 0, 0, 0]
const weight: number[] = [0, 0, 0, 0]
const blended = new Array<number>(16).fill(0)

/** The matrices of a point's joints by their weights, which need not add up to one. The result is only good until the next call. */
function blend(bones: Bones, matrices: mat4[], point: number): number[] {
  blended.fill(0)
  let sum = 0
  for (const [joints, weights] of bones) {
    joints.getElement(point, joint)
    weights.getElement(point, weight)
    for (let k = 0; k < 4; k++) {
      const matrix = matrices[joint[k]!]
      if (!matrix || !(weight[k]! > 0)) continue
      sum += weight[k]!
      for (let i = 0; i < 16; i++) blended[i]! += matrix[i]! * weight[k]!
    }
  }
  // Without any weight a point hangs on its first joint, as three has it.
  if (sum === 0) return matrices[0]!
  for (let i = 0; i < 16; i++) blended[i]! /= sum
  return blended
}

/** a * b, both column by column. */
function multiply(a: mat4, b: mat4): mat4 {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, i - (i % 4)]
    return (
      a[row]! * b[column]! + a[row + 4]! * b[column + 1]! + a[row + 8]! * b[column + 2]! + a[row + 12]! * b[column + 3]!
    )
  }) as mat4
}
