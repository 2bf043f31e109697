import { open } from 'node:fs/promises'
import { InputFailure } from '@toile/contracts/failures'
import type { ModelFormat } from './formats.js'
import { unmarkedText } from './archives/text-encoding.js'

/** An .obj has no signature, so its first vertex must be within these bytes. */
const HEAD_BYTES = 64 * 1024
const STL_HEAD_BYTES = 84
const STL_TRIANGLE_BYTES = 50
/** Limit of the bytes after the triangles, where some exporters append notes. */
const STL_TAIL_BYTES = 4096

/**
 * Identifies a model by its first bytes, never by its name.
 * @throws InputFailure MODEL_FORMAT_UNSUPPORTED for a known format that is not read; NOT_A_MODEL for anything else
 */
export async function identifyModel(path: string): Promise<ModelFormat> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(Math.min(size, HEAD_BYTES))
    await file.read(head, 0, head.length, 0)
    return identifyBytes(head, size)
  } finally {
    await file.close()
  }
}

/** Does the same as identifyModel(), but from the first bytes of a file of `size` bytes. */
export function identifyBytes(bytes: Uint8Array, size: number): ModelFormat {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  guardUnread(head, size)
  const format = byMark(head) ?? (isBinaryStl(head, size) ? 'stl' : byText(Buffer.from(unmarkedText(head))))
  if (!format) throw new InputFailure('NOT_A_MODEL')
  return format
}

/** Converts text with a byte order mark, such as Windows' UTF-16, to UTF-8. @throws InputFailure MODEL_TOO_COMPLEX */
export function withPlainText(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, HEAD_BYTES))
  return byMark(head) || isBinaryStl(head, bytes.length) ? bytes : unmarkedText(bytes)
}

const unread = {
  '3ds': { format: '3DS', instead: '.fbx' },
  '3mf': { format: '3MF', instead: '.glb' },
  usd: { format: 'USD', instead: '.usdz' },
}
const unreadEndings: [RegExp, keyof typeof unread][] = [
  [/\.3ds$/i, '3ds'],
  [/\.3mf$|^3D\/[^/]+\.model$/i, '3mf'],
  [/\.usd[ac]?$/i, 'usd'],
]

export function unreadFormat(path: string): InputFailure | undefined {
  const found = unreadEndings.find(([ending]) => ending.test(path))
  return found && new InputFailure('MODEL_FORMAT_UNSUPPORTED', unread[found[1]])
}

function guardUnread(head: Buffer, size: number): void {
  const start = head.subarray(0, 8).toString('latin1')
  if (start === 'PXR-USDC' || start.startsWith('#usda ')) throw new InputFailure('MODEL_FORMAT_UNSUPPORTED', unread.usd)
  // A .3ds file is one chunk, which is no longer than the file. Its first inner chunk is the version or the mesh.
  const is3ds = start.startsWith('MM') && head.length >= 8 && head.readUInt32LE(2) <= size
  if (is3ds && [0x0002, 0x3d3d].includes(head.readUInt16LE(6)))
    throw new InputFailure('MODEL_FORMAT_UNSUPPORTED', unread['3ds'])
}

function byMark(head: Buffer): ModelFormat | undefined {
  const start = head.subarray(0, 24).toString('latin1')
  if (start.startsWith('glTF')) return 'glb'
  // USDZ is a zip whose first entry is the scene.
  if (start.startsWith('PK\x03\x04')) return /\.usd[ac]?$/i.test(firstEntryName(head)) ? 'usdz' : 'zip'
  if (start.startsWith('Kaydara FBX Binary')) return 'fbx'
  if (/^ply\r?\n/.test(start)) return 'ply'
  return undefined
}

function firstEntryName(head: Buffer): string {
  return head.length < 30 ? '' : head.subarray(30, 30 + head.readUInt16LE(26)).toString('latin1')
}

/** A binary STL's only mark is that its announced triangles and a short tail fill it. It may start with "solid". */
function isBinaryStl(head: Buffer, size: number): boolean {
  if (head.length < STL_HEAD_BYTES) return false
  const end = STL_HEAD_BYTES + head.readUInt32LE(80) * STL_TRIANGLE_BYTES
  return end > STL_HEAD_BYTES && end <= size && size - end <= STL_TAIL_BYTES
}

function byText(head: Buffer): ModelFormat | undefined {
  if (head.includes(0)) return undefined
  const text = head.toString('latin1')
  if (/^\s*\{/.test(text)) return 'gltf'
  if (/^\s*<(\?xml|COLLADA|!--)/.test(text) && text.includes('<COLLADA')) return 'dae'
  if (/^ply\r?\n/.test(text)) return 'ply'
  if (/^; FBX \d/.test(text)) return 'fbx'
  if (/^\s*solid[\s\S]{0,4096}?\bfacet\s+normal\b/i.test(text)) return 'stl'
  if (/^v[ \t]+[-+.\d]/m.test(text)) return 'obj'
  return undefined
}
