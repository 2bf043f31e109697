import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion, varyBy } from './conditional.js'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]
/** Less gains nothing by compression. */
const MIN_COMPRESSED_BYTES = 1_024

/** A response that is written already, by the schema of its route; as bytes, which are put together and sent as they are. */
export class JsonBytes {
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #etag: string | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Weak: the same for every encoding. */
  get etag(): string {
    return (this.#etag ??= `"${hash('sha1', this.bytes, 'base64url')}"`)
  }

  /** Compressed once, however many ask for it. */
  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressors[encoding](this.bytes)
    this.#compressed.set(encoding, known)
    return known
  }
}

/**
 * Sends it, or 304 to who has it. What visitors share may lie in a cache between, for as long as the API shares it itself;
 * what is made for one person is kept by their browser alone, which asks each time.
 */
export async function sendJsonBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: JsonBytes,
  { isShared }: { isShared: boolean },
): Promise<unknown> {
  const vary = varyBy(reply, 'authorization', 'accept-encoding')
  const cacheControl = isShared ? 'public, max-age=0, s-maxage=1' : 'private, no-cache'
  reply.headers({ etag: `W/${body.etag}`, 'cache-control': cacheControl, vary })
  if (hasVersion(request, body.etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  // What one person gets is compressed as it is sent.
  if (!isShared) return reply.send(body.bytes)
  const accepted = request.headers['accept-encoding'] ?? ''
  const encoding = encodings.find((one) => accepted.includes(one))
  if (!encoding || body.bytes.length < MIN_COMPRESSED_BYTES) return reply.send(body.bytes)
  return reply.header('content-encoding', encoding).send(await body.compressed(encoding))
}
