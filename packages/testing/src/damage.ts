import fc from 'fast-check'

/** Small numbers, and limits of signed and unsigned integer types with some neighbours of these limits. */
const edges = [
  0, 1, -1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xffff_fffe,
]
const numerals = ['-1', '0', '1e999', '-1e-999', 'nan', '.', '4294967296', '99999999999999999999', '9'.repeat(400), '']

type Change = (bytes: Buffer, others: readonly Buffer[]) => Buffer
const at = fc.nat()
const cut = (from: number, length: number) => fc.record({ from: fc.nat(from), length: fc.nat(length) })
const place = (bytes: Buffer, where: number, inHead: boolean) =>
  where % (inHead ? Math.min(bytes.length, 600) : bytes.length)

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({ where: at, byte: fc.nat(255), inHead: fc.boolean() })
      .map(({ where, byte, inHead }): Change => (bytes) => {
        bytes[place(bytes, where, inHead)] = byte
        return bytes
      }),
  },
  {
    weight: 6,
    arbitrary: fc
      .record({
        where: at,
        edge: fc.constantFrom(...edges),
        wide: fc.constantFrom(1, 2, 4, 8),
        little: fc.boolean(),
        inHead: fc.boolean(),
      })
      .map(({ where, edge, wide, little, inHead }): Change => (bytes) => {
        const number = Buffer.alloc(8, edge < 0 ? 0xff : 0)
        number.writeUInt32LE(edge >>> 0, 0)
        const sized = number.subarray(0, wide)
        ;(little ? sized : sized.reverse()).copy(bytes, place(bytes, where, inHead))
        return bytes
      }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ where: at, cut: cut(2 ** 16, 300) }).map(({ where, cut: { length } }): Change => (bytes) => {
      const from = where % bytes.length
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ where: at, cut: cut(2 ** 16, 300) })
      .map(({ where, cut: { from, length } }): Change => (bytes, others) => {
        const other = others[from % others.length]!
        const to = where % bytes.length
        const piece = other.subarray(from % (other.length + 1)).subarray(0, length)
        return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)])
      }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ which: at, numeral: fc.constantFrom(...numerals) })
      .map(({ which, numeral }): Change => (bytes) => {
        const text = bytes.toString('latin1')
        const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)]
        if (numbers.length === 0) return bytes
        const { index, 0: number } = numbers[which % numbers.length]!
        return Buffer.from(text.slice(0, index) + numeral + text.slice(index + number.length), 'latin1')
      }),
  },
  {
    weight: 1,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map(
      (kept): Change =>
        (bytes) =>
          bytes.subarray(0, Math.ceil(bytes.length * kept)),
    ),
  },
)

/** Files with up to ten changes: overwritten bytes or numbers, removed bytes, inserted pieces of files, a cut end. */
export function damaged(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .record({ file: fc.constantFrom(...files), changes: fc.array(change, { minLength: 1, maxLength: 10 }) })
    .map(({ file, changes }) => {
      let bytes: Buffer = Buffer.from(file)
      for (const damage of changes) if (bytes.length > 0) bytes = damage(bytes, files)
      return bytes
    })
}
