import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { EVENTS, Server as TusServer, type ServerOptions } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { NodeRequest, sendNodeResponse } from 'srvx/node'
import { progressReporter } from '@toile/bus/progress'
import { ToileError } from '@toile/contracts/errors'
import { maxUploadBytes, uploadExpiryHours } from '@toile/contracts/uploads.constants'
import type { Db } from '@toile/db/client'
import { touchUpload } from '@toile/db/queries/uploads'
import { finishUpload } from '@toile/db/queries/uploads-stages'
import { letGoOf } from '@toile/runtime/garbage'
import type { Storage } from '@toile/storage/storage'
import { errorBody } from './error-answers.js'
import { SENT } from './implement.js'
import { uploadLease } from './upload-lease.js'

/** The upload that a request is about; tus itself knows only the storage key. */
interface UploadTarget {
  id: string
  ownerId: string
  key: string
  version: number
}

/** A second connection's wish ends the first within this. */
const DRAIN_MS = 1_000

/** Hands a request over to the tus protocol, for the upload given; the reply is taken over. */
export type HandOver = (target: UploadTarget, request: FastifyRequest, reply: FastifyReply) => Promise<typeof SENT>

/**
 * The tus 1.0 server over our storage. The bytes go straight to where they stay; its id of an upload is the storage
 * key, which the caller never sees: addresses carry the upload's id, and the target comes with the request.
 */
export function createTus({ db, storage, redis }: { db: Db; storage: Storage; redis: Redis }): HandOver {
  const targets = new WeakMap<IncomingMessage, { target: UploadTarget; request: FastifyRequest }>()
  const known = (req: TusRequest) => targets.get(incoming(req))!
  const report = progressReporter(redis)

  const tus = new TusServer({
    path: '/uploads',
    datastore: storage.incoming(),
    maxSize: maxUploadBytes,
    allowedOrigins: [],
    postReceiveInterval: 250,
    lockDrainTimeout: DRAIN_MS,
    locker: (req) => ({ newLock: () => uploadLease(db, known(req).target.id, incoming(req)) }),
    namingFunction: (req) => known(req).target.key,
    getFileIdFromRequest: (req) => known(req).target.key,
    // Relative, because people may reach us by several names.
    generateUrl: (req) => `/uploads/${known(req).target.id}`,
    async onUploadFinish(req) {
      await finishUpload(db, known(req).target.id)
      return {}
    },
    onResponseError(req, error) {
      const thrown = error as Error & { status_code?: number; body?: string }
      const ours = thrown instanceof ToileError ? thrown : tusError(thrown.status_code)
      if (!ours) return undefined
      return { status_code: ours.statusCode, body: JSON.stringify(errorBody(ours, known(req).request)) }
    },
  })

  // Bytes on their way, for a second device that looks at the same upload.
  const arriving = new Map<string, UploadTarget>()
  tus.on(EVENTS.POST_RECEIVE, (_stream: unknown, upload: { id: string; offset: number; size?: number }) => {
    const target = arriving.get(upload.id)
    if (!target || !upload.size) return
    report(target.id, {
      room: `user:${target.ownerId}`,
      event: 'upload:stage',
      payload: {
        uploadId: target.id,
        stage: 'upload',
        progress: Math.min(1, upload.offset / upload.size),
        version: target.version,
        at: new Date().toISOString(),
      },
    })
  })

  return async (target, request, reply) => {
    targets.set(request.raw, { target, request })
    arriving.set(target.key, target)
    reply.hijack()
    // Counted from the last byte, so every answer moves it on.
    reply.raw.setHeader('upload-expires', new Date(Date.now() + uploadExpiryHours * 3_600_000).toUTCString())
    // The protocol answers by the address that came in; a leading /api is not part of it.
    request.raw.url = request.url
    try {
      const asked = new NodeRequest({ req: request.raw, res: reply.raw })
      // By itself it copies each piece that arrives, and leaves the collector twice as many bytes.
      Object.defineProperty(asked, 'body', { value: ReadableStream.from(pieces(request.raw)) })
      await sendNodeResponse(reply.raw, await tus.handleWeb(asked))
    } finally {
      arriving.delete(target.key)
      if (request.method === 'PATCH') await touchUpload(db, target.id).catch(() => {})
    }
    return SENT
  }
}

async function* pieces(body: Readable): AsyncGenerator<Buffer> {
  for await (const piece of body as AsyncIterable<Buffer>) {
    yield piece
    letGoOf(piece.length)
  }
}

type TusRequest = Parameters<NonNullable<ServerOptions['generateUrl']>>[0]

const incoming = (req: TusRequest): IncomingMessage => (req.runtime as { node: { req: IncomingMessage } }).node.req

/** The protocol library's own refusals as errors of our catalogue; what is missing here keeps its text. */
function tusError(status: number | undefined): ToileError | undefined {
  if (status === 413) return new ToileError('FILE_TOO_LARGE')
  if (status === 409) return new ToileError('OFFSET_CONFLICT')
  if (status === 404 || status === 410) return new ToileError('NOT_FOUND')
  // What the protocol has and we do not offer, such as a length that is told later: trying again would not help.
  if (status === 501) return new ToileError('INVALID_INPUT')
  if (status === undefined || status >= 500) return new ToileError('UNAVAILABLE', { retryAfterSeconds: 2 })
  return undefined
}
