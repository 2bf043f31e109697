import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Value } from 'typebox/value'
import { invalidInput, ToileError } from '@toile/contracts/errors'
import { Crop } from '@toile/contracts/images/images'
import { imagePurposes, MAX_IMAGE_BYTES, type ImagePurpose } from '@toile/contracts/images/images.constants'

// This module reads the multipart body of POST /images as a stream. The file is never completely in memory.

/** Limit for each field. The field `crop` has some 80 characters as JSON. */
const MAX_FIELD_BYTES = 1_024
const MAX_FIELDS = 8
const FORM_BYTES = 16 * 1_024

interface ReceivedFile {
  bytes: number
  sha256: string
}

export interface ImageForm {
  file: ReceivedFile
  purpose: ImagePurpose
  crop: Crop | null
}

/** Upper bound of the file's size, from Content-Length. @throws ToileError IMAGE_TOO_LARGE */
export function announcedBytes(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'] ?? MAX_IMAGE_BYTES)
  if (length > MAX_IMAGE_BYTES + FORM_BYTES) throw tooLarge()
  return Math.min(length, MAX_IMAGE_BYTES)
}

/**
 * Reads the form. `store` gets the file as a stream, which fails when the file is too long. @throws ToileError
 * UNSUPPORTED_MEDIA_TYPE, IMAGE_TOO_LARGE, INVALID_INPUT (names the wrong fields if the form can be parsed)
 */
export async function readImageForm(
  request: FastifyRequest,
  store: (bytes: Readable) => Promise<unknown>,
): Promise<ImageForm> {
  if (!request.isMultipart()) throw new ToileError('UNSUPPORTED_MEDIA_TYPE')
  const fields = new Map<string, unknown>()
  let file: ReceivedFile | undefined
  const parts = () =>
    request.parts({
      // This is one byte more than allowed, so that our own check reports a file that is too large.
      limits: { files: 1, fileSize: MAX_IMAGE_BYTES + 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES },
      throwFileSizeLimit: false,
    } as Parameters<FastifyRequest['parts']>[0])
  for await (const part of parsed(parts)) {
    if (part.type === 'field') fields.set(part.fieldname, part.value)
    else if (part.fieldname === 'file') file = await receive(part.file, store)
    else part.file.resume()
  }
  const purpose = imagePurposes.find((known) => known === fields.get('purpose'))
  const crop = parseCrop(fields.get('crop'))
  if (!file || file.bytes === 0 || !purpose || crop === undefined)
    throw invalidInput({
      ...((!file || file.bytes === 0) && { file: [{ code: 'FIELD_REQUIRED' }] }),
      ...(!purpose && { purpose: [{ code: 'FIELD_INVALID' }] }),
      ...(crop === undefined && { crop: [{ code: 'FIELD_INVALID' }] }),
    })
  return { file, purpose, crop }
}

async function* parsed<T>(read: () => AsyncIterable<T>) {
  try {
    yield* read()
  } catch (cause) {
    throw new ToileError('INVALID_INPUT', { cause })
  }
}

async function receive(
  incoming: AsyncIterable<Buffer>,
  store: (bytes: Readable) => Promise<unknown>,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of parsed(() => incoming)) {
      bytes += chunk.length
      if (bytes > MAX_IMAGE_BYTES) throw tooLarge()
      hash.update(chunk)
      yield chunk
    }
  }
  await store(Readable.from(counted(), { objectMode: false }))
  return { bytes, sha256: hash.digest('hex') }
}

/** Null if there is no crop, undefined if it is invalid. A form field arrives as text, a JSON part as an object. */
function parseCrop(given: unknown): Crop | null | undefined {
  if (given === undefined || given === '') return null
  try {
    const crop: unknown = typeof given === 'string' ? JSON.parse(given) : given
    return Value.Check(Crop, crop) ? crop : undefined
  } catch {
    return undefined
  }
}

function tooLarge(): ToileError {
  return new ToileError('IMAGE_TOO_LARGE', { params: { limitMegabytes: MAX_IMAGE_BYTES / 1024 ** 2 } })
}
