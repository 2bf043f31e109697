import { InputFailure } from '@toile/contracts/failures'
import { assertAtMost, limits } from '../limits.js'
import { damaged } from '../package.js'
import { eachLine, guardText } from './text.js'

const sizes: Record<string, number> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
}
const MAX_HEADER_BYTES = 64 * 1024
const MAX_ELEMENTS = 16
const MAX_PROPERTIES = 64
const MAX_CORNERS = 255

interface Element {
  name: string
  count: number
  properties: { name: string; bytes: number; isFloat: boolean; countBytes?: number }[]
}

interface PlyHeader {
  format: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  elements: Element[]
  body: number
}

/** @throws InputFailure MODEL_DAMAGED, MODEL_TOO_COMPLEX */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_HEADER_BYTES)).toString('latin1')
  const end = /end_header\r?\n/.exec(head)
  if (!end) throw damaged('its header has no end')
  const lines = head.slice(0, end.index).split(/\r?\n/)
  const format = lines.find((line) => line.startsWith('format '))?.split(/\s+/)[1]
  if (format !== 'ascii' && format !== 'binary_little_endian' && format !== 'binary_big_endian')
    throw damaged('its header names no known format')
  return { format, elements: elementsOf(lines), body: end.index + end[0].length }
}

/** Limits the header's counts and checks that the file has enough bytes (text: lines) for them. @throws InputFailure */
export function guardPly(bytes: Uint8Array): void {
  const { format, elements, body } = readPlyHeader(bytes)
  const countOf = (name: string) => elements.find((element) => element.name === name)?.count ?? 0
  assertAtMost(countOf('face'), limits.triangles, 'triangles')
  for (const { count } of elements) assertAtMost(count, limits.triangles * 3, 'vertices')
  if (format === 'ascii') guardLines(guardText(bytes).subarray(body), elements)
  else walk(bytes, body, elements, format === 'binary_little_endian')
  if (countOf('vertex') === 0 || countOf('face') === 0) throw new InputFailure('MODEL_EMPTY')
}

function elementsOf(lines: string[]): Element[] {
  const elements: Element[] = []
  for (const line of lines) {
    const words = line.trim().split(/\s+/)
    if (words[0] === 'element') {
      const count = Number(words[2])
      if (!Number.isSafeInteger(count) || count < 0) throw damaged('its header counts wrongly')
      elements.push({ name: words[1] ?? '', count, properties: [] })
      assertAtMost(elements.length, MAX_ELEMENTS, 'kinds of data')
    } else if (words[0] === 'property') {
      const properties = elements.at(-1)?.properties
      if (!properties) throw damaged('its header is out of order')
      const isList = words[1] === 'list'
      const type = words[isList ? 3 : 1] ?? ''
      const bytes = sizes[type]
      const countBytes = isList ? sizes[words[2] ?? ''] : undefined
      if (bytes === undefined || (isList && countBytes === undefined)) throw damaged('its header names no known type')
      const isFloat = /^(?:float|double)/.test(type)
      const name = words[isList ? 4 : 2] ?? ''
      properties.push({ name, bytes, isFloat, ...(countBytes !== undefined && { countBytes }) })
      assertAtMost(properties.length, MAX_PROPERTIES, 'properties')
    }
  }
  return elements
}

function guardLines(body: Buffer, elements: Element[]) {
  let lines = 0
  eachLine(body, () => lines++)
  if (lines < elements.reduce((sum, { count }) => sum + count, 0)) throw damaged('the end is missing')
}

function walk(bytes: Uint8Array, body: number, elements: Element[], little: boolean) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = body
  for (const { count, properties } of elements) {
    if (properties.every((property) => property.countBytes === undefined)) {
      at += count * properties.reduce((sum, property) => sum + property.bytes, 0)
      continue
    }
    for (let index = 0; index < count && at <= bytes.length; index++)
      for (const { bytes: size, countBytes } of properties) {
        if (countBytes === undefined) {
          at += size
          continue
        }
        if (at + countBytes > bytes.length) throw damaged('the end is missing')
        const corners =
          countBytes === 1
            ? view.getUint8(at)
            : countBytes === 2
              ? view.getUint16(at, little)
              : view.getUint32(at, little)
        assertAtMost(corners, MAX_CORNERS, 'corners of one face')
        at += countBytes + corners * size
      }
  }
  if (at > bytes.length) throw damaged('the end is missing')
}
