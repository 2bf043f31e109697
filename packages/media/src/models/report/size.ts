import {
  MathUtils,
  Primitive,
  type Accessor,
  type mat4,
  type Node,
  type Scene,
  type Skin,
  type vec3,
  type vec4,
} from '@gltf-transform/core'
import type { InstancedMesh } from '@gltf-transform/extensions'

interface Bounds {
  min: vec3
  max: vec3
}

export interface Size extends Bounds {
  /** Counts one side of each triangle. */
  areaSquareMetres: number
}

/**
 * Measures a scene as drawn. Unlike glTF-Transform's getBounds(), sizeOf() applies joints, default morph weights and
 * EXT_mesh_gpu_instancing. A skinned node's own transform does not count (glTF 2.0, 3.7.3.3). The bounds ignore points
 * that are not finite. In an empty scene, each `min` is Infinity and each `max` is -Infinity.
 */
export function sizeOf(scene: Scene): Size {
  const size: Size = {
    min: [Infinity, Infinity, Infinity],
    max: [-Infinity, -Infinity, -Infinity],
    areaSquareMetres: 0,
  }
  for (const { part, points, instances } of drawnParts(scene))
    if (!instances) add(size, points, areaOf(part, points))
    else addInstances(size, points, areaOf(part, points), instances)
  return size
}

interface DrawnPart {
  part: Primitive
  /** x, y, z of each point as drawn. x is NaN for points that no index of the part refers to. */
  points: Float64Array
  /** World transforms of EXT_mesh_gpu_instancing. If they are set, `points` are in mesh space. */
  instances: mat4[] | undefined
  /** Whether the part, without `instances`, is drawn mirrored. This reverses its winding order (glTF 2.0, 3.7.4). */
  isMirrored: boolean
}

/** Yields a scene's drawn parts one by one: all points together may not fit in memory. */
export function* drawnParts(scene: Scene): Generator<DrawnPart> {
  const places = createPlaces()
  const nodes: Node[] = []
  scene.traverse((node) => nodes.push(node))
  for (const node of nodes) {
    const mesh = node.getMesh()
    if (!mesh) continue
    const weights = node.getWeights().length > 0 ? node.getWeights() : mesh.getWeights()
    const skin = node.getSkin()
    const joints = skin ? places.ofJoints(skin) : undefined
    const instances = instancesOf(node)?.map((each) => multiply(places.ofNode(node), each))
    for (const part of mesh.listPrimitives()) {
      const place = instances ? identity : places.ofNode(node)
      const points = drawnPoints(part, { place, joints, weights })
      if (points) yield { part, points, instances, isMirrored: determinant(joints?.[0] ?? place) < 0 }
    }
  }
}

export const instanceCount = (node: Node): number => instancesOf(node)?.length ?? 1

function instancesOf(node: Node): mat4[] | undefined {
  const batch = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing')
  if (!batch) return undefined
  const [translation, rotation, scale] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => batch.getAttribute(name))
  const count = (translation ?? rotation ?? scale)?.getCount() ?? 1
  const at = (attribute: Accessor | null | undefined, i: number, absent: number[]) =>
    attribute?.getElement(i, []) ?? absent
  return Array.from({ length: count }, (_, i) =>
    MathUtils.compose(
      at(translation, i, [0, 0, 0]) as vec3,
      at(rotation, i, [0, 0, 0, 1]) as vec4,
      at(scale, i, [1, 1, 1]) as vec3,
      [] as unknown as mat4,
    ),
  )
}

/** Caches world matrices of nodes and joints: thousands of nodes may share a skin of thousands of joints. */
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
  /** Matrices from bind pose to current pose, one per joint. */
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

function add(size: Size, points: Float64Array, areaSquareMetres: number) {
  size.areaSquareMetres += areaSquareMetres
  for (let at = 0; at < points.length; at += 3) expand(size, points[at]!, points[at + 1]!, points[at + 2]!)
}

/** Approximates each instance by its box's corners and a uniform scale: a node may have thousands of instances. */
function addInstances(size: Size, points: Float64Array, areaSquareMetres: number, places: mat4[]) {
  const box: Size = { min: [Infinity, Infinity, Infinity], max: [-Infinity, -Infinity, -Infinity], areaSquareMetres: 0 }
  add(box, points, areaSquareMetres)
  for (const place of places) {
    size.areaSquareMetres += box.areaSquareMetres * Math.cbrt(determinant(place)) ** 2
    for (let corner = 0; corner < 8; corner++) {
      const [x, y, z] = box.min.map((low, axis) => ((corner >> axis) & 1 ? box.max[axis]! : low)) as [
        number,
        number,
        number,
      ]
      const [drawnX, drawnY, drawnZ] = [0, 1, 2].map((axis) => placed(place, axis, x, y, z)) as [number, number, number]
      expand(size, drawnX, drawnY, drawnZ)
    }
  }
}

function expand({ min, max }: Bounds, ...point: [number, number, number]) {
  if (!Number.isFinite(point[0] + point[1] + point[2])) return
  for (let axis = 0; axis < 3; axis++) {
    min[axis] = Math.min(min[axis]!, point[axis]!)
    max[axis] = Math.max(max[axis]!, point[axis]!)
  }
}

const placed = (matrix: ArrayLike<number>, axis: number, x: number, y: number, z: number) =>
  matrix[axis]! * x + matrix[4 + axis]! * y + matrix[8 + axis]! * z + matrix[12 + axis]!

interface Drawing {
  place: mat4
  joints: mat4[] | undefined
  weights: number[]
}

function drawnPoints(part: Primitive, { place, joints, weights }: Drawing): Float64Array | undefined {
  const position = part.getAttribute('POSITION')
  if (!position) return undefined
  const bones = joints && bonesOf(part)
  const targets = part
    .listTargets()
    .map((target, index) => ({ moves: target.getAttribute('POSITION'), weight: weights[index] ?? 0 }))
    .filter(({ moves, weight }) => moves && weight !== 0)
  const at: number[] = [0, 0, 0]
  const move: number[] = [0, 0, 0]
  const used = usedPoints(part, position)
  const points = new Float64Array(position.getCount() * 3)
  for (let point = 0, count = position.getCount(); point < count; point++) {
    if (used?.[point] === 0) {
      points[point * 3] = NaN
      continue
    }
    position.getElement(point, at)
    for (const { moves, weight } of targets) {
      moves!.getElement(point, move)
      for (let axis = 0; axis < 3; axis++) at[axis]! += move[axis]! * weight
    }
    const matrix = bones && joints.length > 0 ? blend(bones, joints, point) : place
    for (let axis = 0; axis < 3; axis++) points[point * 3 + axis] = placed(matrix, axis, at[0]!, at[1]!, at[2]!)
  }
  return points
}

function areaOf(part: Primitive, points: Float64Array): number {
  const mode = part.getMode()
  if (mode < Primitive.Mode.TRIANGLES!) return 0
  const indices = part.getIndices()?.getArray()
  const count = indices?.length ?? points.length / 3
  const corner = (i: number) => (indices ? indices[i]! : i) * 3
  let area = 0
  for (let i = 0; i + 2 < count; i += mode === Primitive.Mode.TRIANGLES ? 3 : 1)
    area +=
      triangleArea(points, corner(mode === Primitive.Mode.TRIANGLE_FAN ? 0 : i), corner(i + 1), corner(i + 2)) || 0
  return area
}

function triangleArea(points: Float64Array, a: number, b: number, c: number): number {
  const [ux, uy, uz] = [points[b]! - points[a]!, points[b + 1]! - points[a + 1]!, points[b + 2]! - points[a + 2]!]
  const [vx, vy, vz] = [points[c]! - points[a]!, points[c + 1]! - points[a + 1]!, points[c + 2]! - points[a + 2]!]
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
}

function usedPoints(part: Primitive, position: Accessor): Uint8Array | undefined {
  const indices = part.getIndices()?.getArray()
  if (!indices) return undefined
  const used = new Uint8Array(position.getCount())
  for (let i = 0; i < indices.length; i++) used[indices[i]!] = 1
  return used
}

type Bones = [joints: Accessor, weights: Accessor][]

/** Each set of JOINTS_n and WEIGHTS_n has four joints and four weights per point. */
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

/** Blends the joints' matrices by weights, which need not add up to one. The result is valid until the next call. */
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
  // If no weight is positive, a point follows its first joint, as in three (SkinnedMesh.normalizeSkinWeights).
  if (sum === 0) return matrices[bones[0]![0].getElement(point, joint)[0]!] ?? matrices[0]!
  for (let i = 0; i < 16; i++) blended[i]! /= sum
  return blended
}

function multiply(a: mat4, b: mat4): mat4 {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, i - (i % 4)]
    return (
      a[row]! * b[column]! + a[row + 4]! * b[column + 1]! + a[row + 8]! * b[column + 2]! + a[row + 12]! * b[column + 3]!
    )
  }) as mat4
}

const identity: mat4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** Determinant of the upper-left 3 x 3 matrix. */
function determinant(m: mat4): number {
  return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5])
}
