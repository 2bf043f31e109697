import type { ModelFormat } from '../formats.js'

/** No model needs more references, because an archive may hold at most 2,000 files (limits.archiveEntries). */
const MAX_REFERENCES = 2_000
const MAX_LOOKED_AT = 100_000
const MAX_REFERENCE_BYTES = 1_000
const MAX_INDENT = 16
const PLY_HEAD_BYTES = 64 * 1024

type ReadText = (bytes: Uint8Array) => string

/** Returns the distinct file names in a non-glTF model, as written. Damage yields fewer names, never an error. */
export function referencesOf(format: ModelFormat, bytes: Uint8Array, readText: ReadText): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (format) {
    case 'obj':
      return collect(linesOf(file, 'mtllib'), readText).flatMap(namesInLine)
    case 'fbx':
      return collect(fbxNames(file), readText)
    case 'dae':
      return collect([...afterEach(file, '<init_from', xmlText), ...afterEach(file, '<ref', xmlText)], readText).map(
        withoutEntities,
      )
    case 'ply':
      return collect(linesOf(file.subarray(0, PLY_HEAD_BYTES), 'comment TextureFile'), readText)
    default:
      return []
  }
}

export function* fbxNames(file: Buffer): Generator<Buffer> {
  for (const marker of ['ilename', 'ileName']) yield* afterEach(file, marker, fbxText)
}

const MAP_LINE = /^[ \t]*(?:map_\w+|norm|bump|disp|decal|refl)[ \t]+(\S.*)$/i
/** Options between keyword and picture. -s, -o and -t take up to three numbers, -mm two words, the others one word. */
const MAP_OPTIONS = /^(?:-(?:[sot](?:[ \t]+-?[\d.]+(?:e-?\d+)?){1,3}|mm[ \t]+\S+[ \t]+\S+|\w+[ \t]+\S+)[ \t]+)+/i

export function picturesOfMaterials(text: string): string[] {
  const names = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    const name = MAP_LINE.exec(line)?.[1]!.replace(MAP_OPTIONS, '').trim().split(/\s+/).join(' ')
    if (name) names.add(name)
    if (names.size === MAX_REFERENCES) break
  }
  return [...names]
}

/** A line may name several material files, whose names may contain blanks. */
const namesInLine = (line: string) => line.split(/(?<=\.mtl)\s+/i)

type Find = (file: Buffer, at: number) => Buffer | undefined

function* afterEach(file: Buffer, marker: string, find: Find): Generator<Buffer> {
  for (let at = file.indexOf(marker); at >= 0; at = file.indexOf(marker, at + 1)) {
    const found = find(file, at + marker.length)
    if (found && found.length > 0) yield found
  }
}

/** Yields the text after a keyword at the start of a line. A keyword inside a name does not count. */
const linesOf = (file: Buffer, keyword: string) =>
  afterEach(file, keyword, (_, at) => (isLineStart(file, at - keyword.length) ? restOfLine(file, at) : undefined))

function isLineStart(file: Buffer, at: number): boolean {
  const before = file.toString('latin1', Math.max(0, at - MAX_INDENT), at)
  return /(?:^|[\r\n])[ \t]*$/.test(before)
}

function collect(found: Iterable<Buffer>, readText: ReadText): string[] {
  const names = new Set<string>()
  let looked = 0
  for (const bytes of found) {
    const name = readText(bytes).trim()
    if (name !== '') names.add(name)
    if (names.size === MAX_REFERENCES || ++looked === MAX_LOOKED_AT) break
  }
  return [...names]
}

function restOfLine(file: Buffer, at: number): Buffer | undefined {
  const blank = file[at]
  if (blank !== 0x20 && blank !== 0x09) return undefined
  const line = file.subarray(at, at + MAX_REFERENCE_BYTES)
  const end = line.indexOf(0x0a)
  return end < 0 ? line : line.subarray(0, end)
}

/** Returns the text after a property's name: `S`, length and text in a binary file, `: "text"` in a text file. */
function fbxText(file: Buffer, at: number): Buffer | undefined {
  if (file[at] === 0x53 && at + 5 <= file.length) {
    const length = file.readUInt32LE(at + 1)
    return length <= MAX_REFERENCE_BYTES ? file.subarray(at + 5, at + 5 + length) : undefined
  }
  const line = file.subarray(at, at + MAX_REFERENCE_BYTES)
  const quoted = /^: *"([^"\n]*)"/.exec(line.toString('latin1'))
  return quoted ? line.subarray(quoted[0].length - quoted[1]!.length - 1, quoted[0].length - 1) : undefined
}

function xmlText(file: Buffer, at: number): Buffer | undefined {
  const text = file.subarray(at, at + MAX_REFERENCE_BYTES)
  const from = text.indexOf('>') + 1
  const to = text.indexOf('<', from)
  return from > 0 && to >= 0 && text[from - 2] !== 0x2f ? text.subarray(from, to) : undefined
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const withoutEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
