import type { FbxRecord, FbxValue } from './fbx.js'

/** A list with more numbers continues on a new line without indentation. */
const NUMBERS_PER_LINE = 60

/** Writes FBX's text format as Autodesk's library does. */
export function asciiFbxOf(records: FbxRecord[]): Buffer {
  const head = '; FBX 7.4.0 project file\n; ----------------------------------------------------\n\n'
  return Buffer.from(head + records.map((record) => recordText(record, '')).join('\n'))
}

function recordText({ name, values = [], inside }: FbxRecord, indent: string): string {
  const [first] = values
  if (typeof first === 'object' && 'raw' in first) return rawText(name, first.raw, indent)
  if (typeof first === 'object' && !('long' in first)) return listText(name, Object.values(first).flat(), indent)
  const line = `${indent}${name}: ${values.map(valueText).join(',').replaceAll(',"', ', "')}`
  // Objects have braces even when empty.
  if (!inside && !isObject(values)) return `${line}\n`
  return `${line} {\n${(inside ?? []).map((one) => recordText(one, `${indent}\t`)).join('')}${indent}}\n`
}

const isObject = ([id]: FbxValue[]) => typeof id === 'object' && 'long' in id

function listText(name: string, numbers: number[], indent: string): string {
  const lines: string[] = []
  for (let at = 0; at < numbers.length; at += NUMBERS_PER_LINE)
    lines.push(numbers.slice(at, at + NUMBERS_PER_LINE).join(','))
  return `${indent}${name}: *${numbers.length} {\n${indent}\ta: ${lines.join(',\n')}\n${indent}} \n`
}

function rawText(name: string, bytes: Buffer, indent: string): string {
  const half = Math.ceil(bytes.length / 6) * 3
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)].map(
    (piece) => `${indent}"${piece.toString('base64')}"`,
  )
  return `${indent}${name}: ,\n${pieces.join(',\n')}\n`
}

function valueText(value: FbxValue): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return String('long' in value ? value.long : '')
  const [label, kind] = value.split('\0\x01')
  return kind === undefined ? `"${label}"` : `"${kind}::${label}"`
}
