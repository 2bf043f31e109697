import { hash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasVersion, varyBy } from './conditional.js'

/**
 * A list of 24 works (37 kB) takes 2.7 kB at brotli level 4 (in 0.11 ms) and 3.1 kB at gzip level 3 (0.18 ms). Levels
 * a little higher save 0.4 kB in 1.5 times the time. Brotli's default level 11 saves 0.7 kB but takes 51 ms.
 */
const levels = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 3 } }
const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

const atOnce = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, levels.br),
  gzip: (bytes: Buffer) => gzipSync(bytes, levels.gzip),
}
const streams = { br: () => createBrotliCompress(levels.br), gzip: () => createGzip(levels.gzip) }
/** Smaller bodies gain nothing from compression. */
const MIN_COMPRESSED_BYTES = 1_024
/** Larger bodies would stop the event loop for several milliseconds, so zlib's threads compress them. */
const MAX_AT_ONCE_BYTES = 262_144

/** In the event loop, because for normal bodies a stream or a thread takes three to ten times the processor time. */
const compress = async (bytes: Buffer, encoding: Encoding): Promise<Buffer> =>
  bytes.length > MAX_AT_ONCE_BYTES ? buffer(streams[encoding]().end(bytes)) : atOnce[encoding](bytes)

/** A response that is already serialized by its route's schema. */
export class JsonBytes {
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #etag: string | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** This ETag is sent as a weak one, because the body has the same ETag in every encoding. */
  get etag(): string {
    return (this.#etag ??= `"${hash('sha1', this.bytes, 'base64url')}"`)
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compress(this.bytes, encoding)
    this.#compressed.set(encoding, known)
    return known
  }
}

export const caching = {
  /** For responses to visitors. Shared caches may keep such a response about as long as the API itself keeps it. */
  shared: 'public, max-age=0, s-maxage=1',
  /** Only the user's browser may keep the response. The browser must revalidate the response each time. */
  own: 'private, no-cache',
}

/** Sends the body, or 304 if the client has it. */
export async function sendJsonBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  body: JsonBytes,
  cacheControl: string,
): Promise<FastifyReply> {
  const vary = varyBy(reply, 'authorization', 'accept-encoding')
  reply.headers({ etag: `W/${body.etag}`, 'cache-control': cacheControl, vary })
  if (hasVersion(request, body.etag)) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding || body.bytes.length < MIN_COMPRESSED_BYTES) return reply.send(body.bytes)
  return reply.header('content-encoding', encoding).send(await body.compressed(encoding))
}

/** Compresses the JSON that sendJsonBytes() does not send. Files have compressed copies or formats. */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isStream = payload instanceof Readable
    if (!isStream && (typeof payload !== 'string' || Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES)) return payload
    if (!/^application\/json/.test(String(reply.getHeader('content-type')))) return payload
    if (reply.hasHeader('content-encoding') || reply.hasHeader('content-range')) return payload
    reply.header('vary', varyBy(reply, 'accept-encoding'))
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    // register-routes.ts replaces the stream of a HEAD.
    if (isStream && request.method === 'HEAD') return payload
    if (!isStream) return compress(Buffer.from(payload), encoding)
    return pipeline(payload, streams[encoding](), (error) => {
      if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') request.log.error({ err: error }, 'stream failed')
    })
  })
}

/** The first of `encodings` that the header contains without `q=0`. */
function acceptedEncoding(header = ''): Encoding | undefined {
  const accepted = header.split(',').map((one) => one.split(';').map((part) => part.trim().toLowerCase()))
  return encodings.find((encoding) =>
    accepted.some(([name, ...options]) => name === encoding && !options.some((one) => /^q=0(?:\.0*)?$/.test(one))),
  )
}
