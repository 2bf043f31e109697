import { assertAtMost, limits } from '../limits.js'
import { eachLine } from '../foreign/text.js'
import { triangulate } from './triangulate.js'

const [BACKSLASH, SPACE, TAB, COMMA, POINT] = [0x5c, 0x20, 0x09, 0x2c, 0x2e]
const SNIFFED_BYTES = 64 * 1024

/**
 * Triangulates concave faces. Also removes lines and points, because three's loader draws no faces of an object that
 * contains a line or a point.
 */
export function normaliseObj(bytes: Uint8Array): Uint8Array {
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = withDecimalPoints(given.includes('\\\n') || given.includes('\\\r\n') ? withLinesJoined(given) : given)
  const vertices: number[] = []
  const kept: (Buffer | string)[] = []
  let keptFrom = 0
  let triangles = 0
  const replace = (from: number, to: number, by: string) => {
    kept.push(text.subarray(keptFrom, from), by)
    keptFrom = to
  }
  eachLine(text, (from, to) => {
    let at = from
    while (text[at] === SPACE || text[at] === TAB) at++
    if (text[at + 1] !== SPACE && text[at + 1] !== TAB) return
    const kind = String.fromCharCode(text[at]!)
    if (kind === 'v') {
      const [x, y, z] = text
        .toString('latin1', at + 2, to)
        .trim()
        .split(/\s+/)
      vertices.push(Number(x), Number(y), Number(z))
    } else if (kind === 'l' || kind === 'p') replace(from, to, '')
    else if (kind === 'f') {
      const corners = text
        .toString('latin1', at + 2, to)
        .trim()
        .split(/\s+/)
      if (corners.length < 4) return
      const cut = triangulate(corners.flatMap((corner) => vertexOf(corner, vertices)))
      if (!cut) return
      triangles += cut.length / 3
      assertAtMost(triangles, limits.triangles, 'triangles')
      replace(from, to, facesOf(cut, corners))
    }
  })
  if (kept.length === 0) return text
  kept.push(text.subarray(keptFrom))
  return Buffer.concat(kept.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
}

function vertexOf(corner: string, vertices: readonly number[]): number[] {
  const number = Number.parseInt(corner, 10)
  const at = (number < 0 ? vertices.length / 3 + number : number - 1) * 3
  return [vertices[at] ?? 0, vertices[at + 1] ?? 0, vertices[at + 2] ?? 0]
}

function facesOf(triangles: readonly number[], corners: readonly string[]): string {
  const lines: string[] = []
  for (let at = 0; at < triangles.length; at += 3)
    lines.push(`f ${[0, 1, 2].map((step) => corners[triangles[at + step]!]).join(' ')}`)
  return lines.join('\n')
}

/** Some exporters write decimal commas, at which parsers stop. */
function withDecimalPoints(text: Buffer): Buffer {
  if (!/^v[ \t]+-?\d+,\d/m.test(text.toString('latin1', 0, SNIFFED_BYTES))) return text
  const copy = Buffer.from(text)
  const isDigit = (at: number) => copy[at]! >= 0x30 && copy[at]! <= 0x39
  for (let at = copy.indexOf(COMMA); at >= 0; at = copy.indexOf(COMMA, at + 1))
    if (isDigit(at - 1) && isDigit(at + 1)) copy[at] = POINT
  return copy
}

/** A trailing backslash continues a line. */
function withLinesJoined(text: Buffer): Buffer {
  const copy = Buffer.from(text)
  for (let at = copy.indexOf(BACKSLASH); at >= 0; at = copy.indexOf(BACKSLASH, at + 1)) {
    const end = copy[at + 1] === 0x0d ? at + 2 : at + 1
    if (copy[end] === 0x0a) copy.fill(SPACE, at, end + 1)
  }
  return copy
}
