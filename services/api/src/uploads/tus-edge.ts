import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ToileError } from '@toile/contracts/errors'
import type { RouteName } from '@toile/contracts/routes'
import { checksumAlgorithms, MAX_UPLOAD_BYTES } from '@toile/contracts/uploads/uploads.constants'

const VERSION = '1.0.0'
export const PIECE_TYPE = 'application/offset+octet-stream'

export const tusAbilities = {
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,termination,expiration,checksum',
  'tus-max-size': MAX_UPLOAD_BYTES,
  'tus-checksum-algorithm': checksumAlgorithms.join(','),
}

/** A call with a header of an unsupported extension is refused, because Toile would not do what the header asks. */
const foreignHeaders = ['Upload-Concat', 'Upload-Defer-Length'] as const

const versioned: readonly (RouteName | undefined)[] = ['tusCreate', 'tusOffset', 'tusAppend', 'tusTerminate']
const AT_UPLOADS = /^\/uploads(\/[^/?]+)?(\?|$)/

/** Some networks block PATCH and DELETE. In such networks, tus clients send POST with the method in this header. */
export function takeOverriddenMethod(request: IncomingMessage, address: string): void {
  const named = request.headers['x-http-method-override']
  if (typeof named === 'string' && AT_UPLOADS.test(address)) request.method = named.toUpperCase()
}

export function speakTus(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    // The header is set on the raw response, so that refusals have the header too.
    if (AT_UPLOADS.test(request.url)) reply.raw.setHeader('tus-resumable', VERSION)
  })
  app.addHook('preParsing', async (request) => {
    if (!versioned.includes(request.routeOptions.config.name) || isPiece(request)) return
    const { headers } = request.raw
    if (headers['content-type'] === undefined) return
    if (hasBody(headers) || request.routeOptions.config.name === 'tusAppend')
      throw new ToileError('UNSUPPORTED_MEDIA_TYPE')
    delete headers['content-type']
  })
  app.addHook('preHandler', async (request, reply) => {
    const { name } = request.routeOptions.config
    if (!versioned.includes(name)) return
    if (request.headers['tus-resumable'] !== VERSION) {
      reply.header('tus-version', VERSION)
      throw new ToileError('TUS_VERSION_UNSUPPORTED')
    }
    for (const header of foreignHeaders)
      if (request.headers[header.toLowerCase()] !== undefined)
        throw new ToileError('TUS_EXTENSION_UNSUPPORTED', { params: { header } })
    if (name === 'tusAppend' && !isPiece(request)) throw new ToileError('UNSUPPORTED_MEDIA_TYPE')
  })
}

export function isPiece({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase() === PIECE_TYPE
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
