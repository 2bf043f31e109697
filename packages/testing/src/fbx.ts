import { deflateSync } from 'node:zlib'
import { dressSurface } from './garments.js'

/** A record of a binary FBX: values, then records inside it. */
export interface FbxRecord {
  name: string
  values?: FbxValue[]
  inside?: FbxRecord[]
}
/** Whole numbers are 64-bit where `long`; lists are packed. */
type FbxValue = string | number | { long: number } | { longs: number[] } | { doubles: number[] } | { ints: number[] }

const HEAD_BYTES = 27

/** A binary FBX 7.4 of these records. */
export function fbxOf(records: FbxRecord[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('Kaydara FBX Binary  \0\x1a\0', 'latin1')
  head.writeUInt32LE(7400, 23)
  const parts: Buffer[] = [head]
  let at = HEAD_BYTES
  for (const record of records) {
    const bytes = recordBytes(record, at)
    parts.push(bytes)
    at += bytes.length
  }
  // Readers look for records up to 160 bytes before the end, where the format's footer stands.
  return Buffer.concat([...parts, Buffer.alloc(13 + 176)])
}

function recordBytes({ name, values = [], inside = [] }: FbxRecord, at: number): Buffer {
  const packed = values.map(valueBytes)
  const valuesLength = packed.reduce((sum, { length }) => sum + length, 0)
  const head = Buffer.alloc(13 + name.length)
  let length = head.length + valuesLength
  const children: Buffer[] = []
  for (const record of inside) {
    const bytes = recordBytes(record, at + length)
    children.push(bytes)
    length += bytes.length
  }
  if (inside.length > 0) {
    children.push(Buffer.alloc(13))
    length += 13
  }
  head.writeUInt32LE(at + length, 0)
  head.writeUInt32LE(values.length, 4)
  head.writeUInt32LE(valuesLength, 8)
  head.writeUInt8(name.length, 12)
  head.write(name, 13)
  return Buffer.concat([head, ...packed, ...children])
}

function valueBytes(value: FbxValue): Buffer {
  if (typeof value === 'string')
    return tagged('S', 4, (b) => b.writeUInt32LE(value.length, 1), Buffer.from(value, 'latin1'))
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? tagged('I', 4, (b) => b.writeInt32LE(value, 1))
      : tagged('D', 8, (b) => b.writeDoubleLE(value, 1))
  if ('long' in value) return tagged('L', 8, (b) => b.writeBigInt64LE(BigInt(value.long), 1))
  if ('doubles' in value) return list('d', value.doubles.length, Buffer.from(Float64Array.from(value.doubles).buffer))
  if ('longs' in value)
    return list('l', value.longs.length, Buffer.from(BigInt64Array.from(value.longs.map(BigInt)).buffer))
  return list('i', value.ints.length, Buffer.from(Int32Array.from(value.ints).buffer))
}

function tagged(type: string, bytes: number, write: (buffer: Buffer) => void, more = Buffer.alloc(0)): Buffer {
  const buffer = Buffer.alloc(1 + bytes)
  buffer.write(type)
  write(buffer)
  return Buffer.concat([buffer, more])
}

/** A packed list that announces `count` numbers, whatever it holds. */
function list(type: string, count: number, bytes: Buffer): Buffer {
  const packed = deflateSync(bytes)
  return tagged(
    type,
    12,
    (b) => [count, 1, packed.length].forEach((value, i) => b.writeUInt32LE(value, 1 + i * 4)),
    packed,
  )
}

/** FBX counts time in these. */
const TICKS_PER_SECOND = 46_186_158_000
const property = (name: string, type: string, ...values: FbxValue[]): FbxRecord => ({
  name: 'P',
  values: [name, type, '', 'A', ...values],
})
const object = (name: string, id: number, label: string, kind: string, inside: FbxRecord[] = []): FbxRecord => ({
  name,
  values: [{ long: id }, label, kind],
  inside,
})

/**
 * The dress in centimetres with z up, hung on a bone that swings for a second, with one texture by the path of another
 * machine. Ids: 1 geometry, 2 mesh, 3 material, 4 bone, 5 skin, 6 cluster, 7 to 10 animation, 11 and 12 texture.
 */
export function makeFbx({ centimetres = 1 } = {}): Buffer {
  const { positions, normals, uvs, indices } = dressSurface(12)
  const points = Array.from(positions, (_, i) => {
    const at = i - (i % 3)
    return [positions[at]!, -positions[at + 2]!, positions[at + 1]!][i % 3]! * 100
  })
  const turned = Array.from(normals, (_, i) => {
    const at = i - (i % 3)
    return [normals[at]!, -normals[at + 2]!, normals[at + 1]!][i % 3]!
  })
  const count = positions.length / 3
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
  const layer = (name: string, key: string, values: number[]): FbxRecord => ({
    name,
    values: [0],
    inside: [
      { name: 'MappingInformationType', values: ['ByVertice'] },
      { name: 'ReferenceInformationType', values: ['Direct'] },
      { name: key, values: [{ doubles: values }] },
    ],
  })
  const geometry = object('Geometry', 1, 'Dress\0\x01Geometry', 'Mesh', [
    { name: 'Vertices', values: [{ doubles: points }] },
    // The last corner of each face is written as its complement.
    { name: 'PolygonVertexIndex', values: [{ ints: Array.from(indices, (v, i) => (i % 3 === 2 ? -v - 1 : v)) }] },
    layer('LayerElementNormal', 'Normals', turned),
    layer('LayerElementUV', 'UV', [...uvs]),
  ])
  const cluster = object('Deformer', 6, 'Cluster\0\x01SubDeformer', 'Cluster', [
    { name: 'Indexes', values: [{ ints: Array.from({ length: count }, (_, i) => i) }] },
    { name: 'Weights', values: [{ doubles: Array.from({ length: count }, () => 1) }] },
    { name: 'Transform', values: [{ doubles: identity }] },
    { name: 'TransformLink', values: [{ doubles: identity }] },
  ])
  const curve = object('AnimationCurve', 10, 'Swing\0\x01AnimCurve', '', [
    { name: 'KeyTime', values: [{ longs: [0, TICKS_PER_SECOND / 2, TICKS_PER_SECOND] }] },
    { name: 'KeyValueFloat', values: [{ doubles: [0, 10, 0] }] },
  ])
  const bone: FbxRecord[] = [
    { name: 'Properties70', inside: [property('Lcl Translation', 'Lcl Translation', 0.5, 0.5, 0.5)] },
  ]
  const file = [
    { name: 'RelativeFilename', values: ['..\\Textures\\Silk.png'] },
    { name: 'FileName', values: ['D:\\Silk.png'] },
  ]
  const objects = [
    geometry,
    object('Model', 2, 'Dress\0\x01Model', 'Mesh'),
    object('Material', 3, 'Silk\0\x01Material', '', [{ name: 'ShadingModel', values: ['phong'] }]),
    object('Model', 4, 'Waist\0\x01Model', 'LimbNode', bone),
    object('Deformer', 5, 'Skin\0\x01Deformer', 'Skin'),
    cluster,
    object('AnimationStack', 7, 'Swing\0\x01AnimStack', ''),
    object('AnimationLayer', 8, 'Base\0\x01AnimLayer', ''),
    object('AnimationCurveNode', 9, 'R\0\x01AnimCurveNode', ''),
    curve,
    object('Texture', 11, 'Silk\0\x01Texture', '', file),
    object('Video', 12, 'Silk\0\x01Video', 'Clip', file),
  ]
  const links: [number, number, string?][] = [
    [2, 0],
    [4, 0],
    [1, 2],
    [3, 2],
    [5, 1],
    [6, 5],
    [4, 6],
    [8, 7],
    [9, 8],
    [9, 4, 'Lcl Rotation'],
    [10, 9, 'd|Z'],
    [11, 3, 'DiffuseColor'],
    [12, 11],
  ]
  const settings = [property('UpAxis', 'int', 2), property('UnitScaleFactor', 'double', centimetres + 1e-12)]
  return fbxOf([
    { name: 'FBXHeaderExtension', inside: [{ name: 'FBXVersion', values: [7400] }] },
    { name: 'GlobalSettings', inside: [{ name: 'Properties70', inside: settings }] },
    { name: 'Objects', inside: objects },
    {
      name: 'Connections',
      inside: links.map(([child, parent, to]) => ({
        name: 'C',
        values: [to ? 'OP' : 'OO', { long: child }, { long: parent }, ...(to ? [to] : [])],
      })),
    },
  ])
}
