import { posix } from 'node:path'
import { InputFailure } from '@toile/contracts/failures'
import { damaged, type ModelPackage } from './package.js'

/**
 * The bytes behind a URI of the model: data: URIs and files of its own archive, nothing else on this machine or any
 * other. @throws InputFailure MODEL_EXTERNAL_REFERENCE, MODEL_FILE_MISSING, MODEL_DAMAGED
 */
export function bytesOfUri(model: ModelPackage, uri: unknown): Uint8Array {
  if (typeof uri !== 'string') throw damaged('a file name is no text')
  if (uri.startsWith('data:')) return bytesOfDataUri(uri)
  const name = uri.slice(0, 200)
  let path: string
  try {
    path = decodeURIComponent(uri)
  } catch {
    throw new InputFailure('MODEL_FILE_MISSING', { name })
  }
  const inside = posix.normalize(posix.join(posix.dirname(model.mainPath), path))
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]|[\\\0]/i.test(path) || inside === '..' || inside.startsWith('../'))
    throw new InputFailure('MODEL_EXTERNAL_REFERENCE', { name })
  const bytes = model.files.get(inside)
  if (!bytes) throw new InputFailure('MODEL_FILE_MISSING', { name })
  return bytes
}

function bytesOfDataUri(uri: string): Uint8Array {
  const comma = uri.indexOf(',')
  if (comma < 0 || !uri.slice(0, comma).endsWith(';base64')) throw damaged('a data URI cannot be read')
  return Buffer.from(uri.slice(comma + 1), 'base64')
}
