import { dressSurface } from './garments.js'

// This file writes USD's binary format (crate) 0.8. The prims follow the schema of UsdGeom,
// https://openusd.org/release/api/usd_geom_page_front.html, and the bytes follow OpenUSD's crateFile.cpp.

const type = { int: 3, double: 9, token: 11, point: 24, tokens: 41, specifier: 42 }
const spec = { attribute: 1, prim: 6, root: 7 }

const u64 = (...values: number[]) => Buffer.from(BigUint64Array.from(values, BigInt).buffer)
const i32 = (values: ArrayLike<number>) => Buffer.from(Int32Array.from(values).buffer)

function packed(bytes: Buffer): Buffer {
  const length = bytes.length
  const more =
    length < 15 ? [] : [...Array.from({ length: Math.floor((length - 15) / 255) }, () => 255), (length - 15) % 255]
  return Buffer.concat([Buffer.from([0, Math.min(length, 15) << 4, ...more]), bytes])
}

/** Writes integers in USD's format for compressed lists: each as its 32-bit difference from the previous integer. */
function packedInts(values: number[]): Buffer {
  const codes = Buffer.alloc(Math.ceil(values.length / 4), 0xff)
  const bytes = packed(Buffer.concat([i32([0]), codes, i32(values.map((value, i) => value - (values[i - 1] ?? 0)))]))
  return Buffer.concat([u64(bytes.length), bytes])
}

export function makeUsdc(): Buffer {
  const { positions, indices } = dressSurface(12)
  const tokens = [
    '',
    'Dress',
    'Cloth',
    'Xform',
    'Mesh',
    'Y',
    'specifier',
    'typeName',
    'default',
    'upAxis',
    'metersPerUnit',
    'defaultPrim',
    'primChildren',
  ]
  const attributes = ['faceVertexCounts', 'faceVertexIndices', 'points']
  tokens.push(...attributes, 'int[]', 'point3f[]')
  const token = (name: string) => tokens.indexOf(name)

  const blobs: Buffer[] = [Buffer.alloc(88)]
  const put = (bytes: Buffer): number => {
    const at = blobs.reduce((sum, { length }) => sum + length, 0)
    blobs.push(bytes)
    return at
  }
  /**
   * A value has two 32-bit halves. The low half is the value itself if it is inline, else its offset. The high half
   * holds its type and whether it is inline.
   */
  const inline = (kind: number, bits: number) => [bits, (0x4000_0000 | (kind << 16)) >>> 0]
  const named = (name: string) => inline(type.token, token(name))
  const array = (kind: number, count: number, bytes: Buffer) => [
    put(Buffer.concat([u64(count), bytes])),
    (0x8000_0000 | (kind << 16)) >>> 0,
  ]
  const children = (name: string) => [put(Buffer.concat([u64(1), i32([token(name)])])), type.tokens << 16]

  const prim = (kind: string) => ({ specifier: inline(type.specifier, 0), typeName: named(kind) })
  const points = Buffer.from(Float32Array.from(positions, (metres) => metres * 100).buffer)
  /** In tree order. `jump` is 0 if only a sibling follows, -1 if only a child follows, and -2 if neither follows. */
  const parts: { name: string; kind: number; jump: number; fields: Record<string, number[]> }[] = [
    {
      ...{ name: '', kind: spec.root, jump: -1 },
      fields: {
        upAxis: named('Y'),
        // A double is inline only if it equals a 32-bit float. 0.01 does not, so it is stored at an offset.
        metersPerUnit: [put(Buffer.from(Float64Array.of(0.01).buffer)), type.double << 16],
        defaultPrim: named('Dress'),
        primChildren: children('Dress'),
      },
    },
    { name: 'Dress', kind: spec.prim, jump: -1, fields: { ...prim('Xform'), primChildren: children('Cloth') } },
    { name: 'Cloth', kind: spec.prim, jump: -1, fields: prim('Mesh') },
    ...attributes.map((name, i) => ({
      ...{ name, kind: spec.attribute, jump: i === 2 ? -2 : 0 },
      fields: {
        typeName: named(i === 2 ? 'point3f[]' : 'int[]'),
        default: [
          () => array(type.int, indices.length / 3, i32(Array.from({ length: indices.length / 3 }, () => 3))),
          () => array(type.int, indices.length, i32(indices)),
          () => array(type.point, positions.length / 3, points),
        ][i]!(),
      },
    })),
  ]
  const fields = parts.flatMap((part) => Object.entries(part.fields))
  const sets = parts.map((part) => Object.keys(part.fields).length)
  let next = 0
  const fieldSets = sets.flatMap((size) => [...Array.from({ length: size }, () => next++), -1])
  const setOf = (at: number) => sets.slice(0, at).reduce((sum, size) => sum + size + 1, 0)
  const names = Buffer.from(tokens.map((one) => `${one}\0`).join(''))
  const packedNames = packed(names)
  const reps = packed(Buffer.concat(fields.map(([, rep]) => Buffer.from(Uint32Array.from(rep).buffer))))
  const count = parts.length
  const order = parts.map((_, i) => i)
  const sections: Record<string, Buffer[]> = {
    TOKENS: [u64(tokens.length, names.length, packedNames.length), packedNames],
    STRINGS: [u64(0)],
    FIELDS: [u64(fields.length), packedInts(fields.map(([name]) => token(name))), u64(reps.length), reps],
    FIELDSETS: [u64(fieldSets.length), packedInts(fieldSets)],
    PATHS: [
      u64(count, count),
      packedInts(order),
      packedInts(parts.map(({ name, kind }) => (kind === spec.attribute ? -token(name) : token(name)))),
      packedInts(parts.map(({ jump }) => jump)),
    ],
    SPECS: [u64(count), packedInts(order), packedInts(order.map(setOf)), packedInts(parts.map(({ kind }) => kind))],
  }
  const entries = Object.entries(sections).map(([name, pieces]) => {
    const bytes = Buffer.concat(pieces)
    const title = Buffer.alloc(16)
    title.write(name)
    return Buffer.concat([title, u64(put(bytes), bytes.length)])
  })
  const contents = put(Buffer.concat([u64(entries.length), ...entries]))
  const crate = Buffer.concat(blobs)
  crate.write('PXR-USDC\0\x08\0', 'latin1')
  crate.writeBigUInt64LE(BigInt(contents), 16)
  return crate
}

/** Sets count `number` of a section to `value`, and the section's size to 0. three reads the counts at any size. */
export function usdcWithWrongCount(section: string, number: 0 | 1, value: number): Buffer {
  const crate = makeUsdc()
  const contents = Number(crate.readBigUInt64LE(16))
  const entry = crate.indexOf(section.padEnd(16, '\0'), contents, 'latin1')
  crate.writeBigUInt64LE(0n, entry + 24)
  crate.writeBigUInt64LE(BigInt(value), Number(crate.readBigUInt64LE(entry + 16)) + 8 * number)
  return crate
}
