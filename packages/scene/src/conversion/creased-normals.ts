import { BufferAttribute, BufferGeometry, MathUtils, Vector3, type TypedArray } from 'three'
import { mergeVertices } from 'three/addons/utils/BufferGeometryUtils.js'

/** Faces whose normals differ by up to 46 degrees form one surface: a tube of eight sides is round, a box has edges. */
const CREASE_COSINE = Math.cos(MathUtils.degToRad(46))

/** Makes area-weighted normals and splits points at creases. Works for indexed triangles without morph targets. */
export function makeCreasedNormals(geometry: BufferGeometry, { array: corners }: BufferAttribute): void {
  const position = geometry.getAttribute('position') as BufferAttribute
  const faces = faceNormals(position, corners)
  // Points that differ only in other attributes, such as texture coordinates, share a place.
  const places = mergeVertices(new BufferGeometry().setAttribute('position', position).setIndex(geometry.index)).index!
    .array
  const around = facesAround(position.count, places)
  const points: number[] = []
  const normals: number[] = []
  const index = new Uint32Array(corners.length)
  /** Linked lists of the new points made from each old point: `first` by old point, then `next` by new point. */
  const first = new Int32Array(position.count).fill(-1)
  const next: number[] = []
  const sum = new Vector3()
  for (const [corner, point] of corners.entries()) {
    const [own, place] = [Math.floor(corner / 3), places[corner]!]
    sum.set(0, 0, 0)
    for (let i = around.starts[place]!; i < around.starts[place + 1]!; i++) {
      const other = around.faces[i]!
      if (cosine(faces, own, other) >= CREASE_COSINE)
        sum.set(
          sum.x + faces.areas[other * 3]!,
          sum.y + faces.areas[other * 3 + 1]!,
          sum.z + faces.areas[other * 3 + 2]!,
        )
    }
    sum.normalize()
    let made = first[point]!
    const isSame = () =>
      normals[made * 3] === sum.x && normals[made * 3 + 1] === sum.y && normals[made * 3 + 2] === sum.z
    while (made >= 0 && !isSame()) made = next[made]!
    if (made < 0) {
      made = points.length
      points.push(point)
      normals.push(sum.x, sum.y, sum.z)
      next.push(first[point]!)
      first[point] = made
    }
    index[corner] = made
  }
  for (const [name, attribute] of Object.entries(geometry.attributes))
    geometry.setAttribute(name, picked(attribute as BufferAttribute, points))
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3))
  geometry.setIndex(new BufferAttribute(index, 1))
}

/** `areas` holds face normals whose length is twice the face's area; `units` holds the same normals with length 1. */
function faceNormals(position: BufferAttribute, corners: TypedArray) {
  const areas = new Float64Array(corners.length)
  const units = new Float64Array(corners.length)
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()]
  for (let at = 0; at + 2 < corners.length; at += 3) {
    a.fromBufferAttribute(position, corners[at]!)
    b.fromBufferAttribute(position, corners[at + 1]!).sub(a)
    c.fromBufferAttribute(position, corners[at + 2]!).sub(a)
    b.cross(c).toArray(areas, at)
    b.normalize().toArray(units, at)
  }
  return { areas, units }
}

/** The faces at place p are faces[starts[p]] to faces[starts[p + 1] - 1]. */
function facesAround(most: number, places: TypedArray) {
  const starts = new Uint32Array(most + 1)
  for (const place of places) starts[place + 1]!++
  for (let place = 0; place < most; place++) starts[place + 1]! += starts[place]!
  const faces = new Uint32Array(places.length)
  const filled = starts.slice()
  for (const [corner, place] of places.entries()) faces[filled[place]!++] = Math.floor(corner / 3)
  return { starts, faces }
}

/** A degenerate face has a zero normal, so it is at right angles to every other. */
function cosine({ units }: { units: Float64Array }, one: number, other: number): number {
  if (one === other) return 1
  const [i, k] = [one * 3, other * 3]
  return units[i]! * units[k]! + units[i + 1]! * units[k + 1]! + units[i + 2]! * units[k + 2]!
}

function picked(attribute: BufferAttribute, points: readonly number[]): BufferAttribute {
  const { itemSize, array, normalized } = attribute
  const values = new (array.constructor as new (length: number) => TypedArray)(points.length * itemSize)
  for (const [at, point] of points.entries())
    for (let i = 0; i < itemSize; i++) values[at * itemSize + i] = array[point * itemSize + i]!
  return new BufferAttribute(values, itemSize, normalized)
}
