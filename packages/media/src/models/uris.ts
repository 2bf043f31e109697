import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import { listOf } from './json.js'
import { damaged, type Json, type ModelPackage } from './package.js'

/** The limit is more than the 2,000 buffers and 512 images that the guard allows. */
const MAX_URIS = 3_000

export function urisOf(json: Json): string[] {
  return [...listOf(json, 'buffers'), ...listOf(json, 'images')]
    .slice(0, MAX_URIS)
    .map(({ uri }) => uri)
    .filter((uri): uri is string => typeof uri === 'string' && !uri.startsWith('data:'))
}

/**
 * Reads only data: URIs and the model's own archive.
 * @throws InputFailure MODEL_EXTERNAL_REFERENCE, MODEL_FILE_MISSING, MODEL_DAMAGED
 */
export function bytesOfUri(model: ModelPackage, uri: unknown): Uint8Array {
  if (typeof uri !== 'string') throw damaged('a file name is no text')
  if (uri.startsWith('data:')) return bytesOfDataUri(uri)
  const bytes = model.files.get(model.find(uri) ?? '')
  if (bytes) return bytes
  const name = decoded(uri)
  const isOutside = /^(?:[a-z][a-z0-9+.-]+:|[/\\]|\.\.[/\\])/i.test(name)
  throw new InputFailure(isOutside ? 'MODEL_EXTERNAL_REFERENCE' : 'MODEL_FILE_MISSING', { name: cutText(name, 200) })
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri)
  } catch {
    return uri
  }
}

function bytesOfDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) throw damaged('a data URI cannot be read')
  return Buffer.from(uri.slice(comma + 1), 'base64')
}
