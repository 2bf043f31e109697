import { assertAtMost, limits } from '../limits.js'
import { readPlyHeader } from '../foreign/guard-ply.js'
import { triangulate } from './triangulate.js'

type Row = Record<string, number[]>
const isCorners = (name: string) => name === 'vertex_indices' || name === 'vertex_index'

/** Triangulates concave quads, which three draws wrongly, and larger faces, which three drops. Run guardPly() first. */
export function normalisePly(bytes: Uint8Array): Uint8Array {
  const { format, elements, body } = readPlyHeader(bytes)
  const reader = format === 'ascii' ? readText(bytes, body) : readBinary(bytes, body, format === 'binary_little_endian')
  const points: number[] = []
  const kept: Uint8Array[] = []
  let keptFrom = body
  let triangles = 0
  for (const { name, count, properties } of elements)
    for (let index = 0; index < count; index++) {
      const from = reader.at()
      const row: Row = {}
      for (const property of properties) row[property.name] = reader.read(property)
      if (name === 'vertex') points.push(row.x?.[0] ?? 0, row.y?.[0] ?? 0, row.z?.[0] ?? 0)
      if (name !== 'face') continue
      triangles++
      const cut = cutOf(row, points)
      if (!cut) continue
      triangles += cut.length / 3 - 1
      assertAtMost(triangles, limits.triangles, 'triangles')
      kept.push(bytes.subarray(keptFrom, from))
      keptFrom = reader.at()
      for (const triangle of trianglesOf(row, cut))
        kept.push(reader.write(properties.map((property) => ({ property, values: triangle[property.name]! }))))
    }
  const given = Buffer.from(bytes.subarray(0, body)).toString('latin1')
  // three's loader starts the data one byte too early after a Windows line end.
  if (kept.length === 0 && !given.includes('\r')) return bytes
  const head = given.replaceAll('\r\n', '\n').replace(/^(element\s+face\s+)\d+/m, `$1${triangles}`)
  return Buffer.concat([Buffer.from(head, 'latin1'), ...kept, bytes.subarray(keptFrom)])
}

const cornersOf = (row: Row) => Object.entries(row).find(([name]) => isCorners(name))?.[1] ?? []

function cutOf(row: Row, points: readonly number[]): number[] | undefined {
  const corners = cornersOf(row)
  if (corners.length < 4) return undefined
  const cut = triangulate(corners.flatMap((corner) => [0, 1, 2].map((axis) => points[corner * 3 + axis] ?? 0)))
  return cut ?? (corners.length > 4 ? corners.slice(2).flatMap((_, i) => [0, i + 1, i + 2]) : undefined)
}

/** Splits a face into one row per triangle. Also splits lists of one or two values per corner (texture coordinates). */
function trianglesOf(row: Row, cut: number[]): Row[] {
  const count = cornersOf(row).length
  return Array.from({ length: cut.length / 3 }, (_, triangle) =>
    Object.fromEntries(
      Object.entries(row).map(([name, values]) => {
        const each = values.length / count
        if (values.length === 0 || (each !== 1 && each !== 2)) return [name, values]
        const corners = cut.slice(triangle * 3, triangle * 3 + 3)
        return [name, corners.flatMap((corner) => values.slice(corner * each, (corner + 1) * each))]
      }),
    ),
  )
}

interface Property {
  name: string
  bytes: number
  isFloat: boolean
  countBytes?: number
}
interface PlyData {
  at(): number
  read(property: Property): number[]
  write(values: { property: Property; values: number[] }[]): Buffer
}

function readText(bytes: Uint8Array, body: number): PlyData {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isBlank = (at: number) => file[at]! <= 0x20
  let at = body
  const next = () => {
    while (at < file.length && isBlank(at)) at++
    const from = at
    while (at < file.length && !isBlank(at)) at++
    return Number(file.toString('latin1', from, at))
  }
  return {
    at() {
      while (at < file.length && isBlank(at)) at++
      return at
    },
    read: ({ countBytes }) => Array.from({ length: countBytes === undefined ? 1 : next() }, next),
    write: (row) =>
      Buffer.from(
        `${row.map(({ property, values }) => [...(property.countBytes === undefined ? [] : [values.length]), ...values].join(' ')).join(' ')}\n`,
      ),
  }
}

function readBinary(bytes: Uint8Array, body: number, little: boolean): PlyData {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = body
  const number = (size: number, isFloat: boolean) => {
    at += size
    const from = at - size
    if (isFloat) return size === 8 ? view.getFloat64(from, little) : view.getFloat32(from, little)
    // Integers are read as unsigned and written back with the same bits. Only negative coordinates would be misread.
    return size === 1 ? view.getUint8(from) : size === 2 ? view.getUint16(from, little) : view.getUint32(from, little)
  }
  const put = (to: DataView, from: number, size: number, isFloat: boolean, value: number) => {
    if (isFloat && size === 8) to.setFloat64(from, value, little)
    else if (isFloat) to.setFloat32(from, value, little)
    else if (size === 1) to.setUint8(from, value)
    else if (size === 2) to.setUint16(from, value, little)
    else to.setUint32(from, value, little)
  }
  return {
    at: () => at,
    read: ({ bytes: size, isFloat, countBytes }) => {
      const count = countBytes === undefined ? 1 : number(countBytes, false)
      return Array.from({ length: count }, () => number(size, isFloat))
    },
    write(row) {
      const length = row.reduce(
        (sum, { property, values }) => sum + (property.countBytes ?? 0) + values.length * property.bytes,
        0,
      )
      const to = new DataView(new ArrayBuffer(length))
      let from = 0
      for (const { property, values } of row) {
        if (property.countBytes !== undefined) put(to, from, property.countBytes, false, values.length)
        from += property.countBytes ?? 0
        for (const value of values) {
          put(to, from, property.bytes, property.isFloat, value)
          from += property.bytes
        }
      }
      return Buffer.from(to.buffer)
    },
  }
}
