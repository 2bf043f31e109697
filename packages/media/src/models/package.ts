import type { Detail } from '@toile/contracts/moderation/terms'
import { InputFailure } from '@toile/contracts/failures'
import { assertAtMost, limits } from './limits.js'

/** Untrusted: check every value before use. */
export type Json = Record<string, unknown>

export interface TextureNotes {
  missing: string[]
  unreadable: string[]
  /** `used` replaces the missing file `named`. It is a picture of the same name with another extension. */
  substituted: { named: string; used: string }[]
}
export const noTextureNotes = (): TextureNotes => ({ missing: [], unreadable: [], substituted: [] })

export interface ModelPackage {
  bytes: Uint8Array
  json: Json
  binary: Uint8Array | undefined
  files: ReadonlyMap<string, Uint8Array>
  /** Returns the path of the file that a URI names, or undefined if this file is missing. */
  find(uri: string): string | undefined
  /** New bytes of converted images, by the image's index. A missing or unreadable image has the value undefined. */
  pictures: Map<number, Uint8Array | undefined>
  textures: TextureNotes
}

type OwnFiles = Pick<ModelPackage, 'files' | 'find'>
const noFiles: OwnFiles = { files: new Map(), find: () => undefined }

export const damaged = (detail: Detail) => new InputFailure('MODEL_DAMAGED', { detail })

/** Parses a .glb (glTF 2.0, 4.4). @throws InputFailure MODEL_DAMAGED, MODEL_TOO_COMPLEX, MODEL_VERSION_UNSUPPORTED */
export function openGlb(bytes: Uint8Array, { files, find }: OwnFiles = noFiles): ModelPackage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) throw damaged('the header is cut off')
  const version = view.getUint32(4, true)
  if (version === 1) throw ofVersion1()
  if (version !== 2) throw damaged('it is not glTF version 2')
  const end = view.getUint32(8, true)
  if (end > bytes.length) throw damaged('the end is missing')
  const jsonEnd = 20 + view.getUint32(12, true)
  if (view.getUint32(16, true) !== 0x4e4f534a || jsonEnd > end) throw damaged('the first chunk is wrong')
  // Quoted text counts towards the limit, unlike in a .gltf, because a .glb keeps its data in the next chunk.
  assertAtMost(jsonEnd - 20, limits.jsonBytes, 'bytes of JSON')
  const json = parseJson(withoutPadding(bytes.subarray(20, jsonEnd)))
  let binary: Uint8Array | undefined
  if (jsonEnd + 8 <= end && view.getUint32(jsonEnd + 4, true) === 0x004e4942) {
    const binaryEnd = jsonEnd + 8 + view.getUint32(jsonEnd, true)
    if (binaryEnd > end) throw damaged('the binary chunk is cut off')
    binary = bytes.subarray(jsonEnd + 8, binaryEnd)
  }
  return { bytes: bytes.subarray(0, end), json, binary, files, find, pictures: new Map(), textures: noTextureNotes() }
}

/** glTF 1.0 (2015) refers to objects by name and has shaders as materials. No maintained parser reads this version. */
const ofVersion1 = () =>
  new InputFailure('MODEL_VERSION_UNSUPPORTED', { format: 'glTF', version: '1.0', oldest: '2.0 (2017)' })

/** Some exporters pad the chunk with zeros instead of blanks (glTF 2.0, 4.4.3.2). Other readers accept these zeros. */
function withoutPadding(json: Uint8Array): Uint8Array {
  let end = json.length
  while (end > 0 && json[end - 1] === 0) end--
  return json.subarray(0, end)
}

/** @throws InputFailure MODEL_DAMAGED, MODEL_TOO_COMPLEX */
export function openGltf(bytes: Uint8Array, { files, find }: OwnFiles = noFiles): ModelPackage {
  return {
    bytes,
    json: parseJson(bytes),
    binary: undefined,
    files,
    find,
    pictures: new Map(),
    textures: noTextureNotes(),
  }
}

function parseJson(bytes: Uint8Array): Json {
  assertAtMost(bytes.length, limits.textBytes, 'bytes of text')
  refuseDeepJson(bytes)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw damaged('its JSON cannot be read')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw damaged('its JSON is no object')
  const { asset } = value as { asset?: { version?: unknown } }
  if (/^1\./.test(String(asset?.version))) throw ofVersion1()
  return value as Json
}

/**
 * Refuses deep nesting, at which gltf-validator and JSON.stringify would crash, because they recurse. Also limits the
 * JSON's size. Quoted text does not count, because a self-contained .gltf holds its data in quotes.
 */
function refuseDeepJson(bytes: Uint8Array) {
  let depth = 0
  let inString = false
  let quotedBytes = 0
  let openedAt = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) {
        inString = false
        quotedBytes += at - openedAt
      }
    } else if (byte === 0x22) {
      inString = true
      openedAt = at
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limits.jsonDepth) throw damaged('its JSON is nested too deeply')
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  assertAtMost(bytes.length - quotedBytes, limits.jsonBytes, 'bytes of JSON')
}
