import type { IncomingMessage } from 'node:http'
import { ReadableStream } from 'node:stream/web'
import { ERRORS, EVENTS, Server as TusServer, type ServerOptions } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { NodeRequest } from 'srvx/node'
import { progressReporter } from '@toile/bus/progress'
import { ToileError } from '@toile/contracts/errors'
import { MAX_UPLOAD_BYTES, UPLOAD_EXPIRY_HOURS } from '@toile/contracts/uploads/uploads.constants'
import type { Db } from '@toile/db/client'
import { touchUpload } from '@toile/db/uploads/uploads'
import { finishUpload } from '@toile/db/uploads/uploads-transitions'
import { countGarbage } from '@toile/runtime/garbage'
import type { Storage } from '@toile/storage/storage'
import { checkedBody, parseChecksum } from './checksum.js'
import { isPiece, PIECE_TYPE } from './tus-edge.js'
import { uploadLease } from './upload-lease.js'

interface UploadTarget {
  id: string
  ownerId: string
  key: string
  version: number
  size: number
  isComplete: boolean
}

interface TusCall {
  target: UploadTarget
  refusal?: ToileError
}

/** How long a connection may take to end when a second one wants the upload. */
const DRAIN_MS = 1_000

export type HandOver = (target: UploadTarget, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** @tus/server's id of an upload is the storage key. Callers never see the key, because URLs contain `uploads.id`. */
export function createTus({ db, storage, redis }: { db: Db; storage: Storage; redis: Redis }): HandOver {
  const calls = new WeakMap<IncomingMessage, TusCall>()
  const known = (req: TusRequest) => calls.get(incoming(req))!
  const report = progressReporter(redis)

  const tus = new TusServer({
    path: '/uploads',
    datastore: storage.incoming(),
    maxSize: MAX_UPLOAD_BYTES,
    allowedOrigins: [],
    postReceiveInterval: 250,
    lockDrainTimeout: DRAIN_MS,
    locker: (req) => ({ newLock: () => uploadLease(db, known(req).target.id, incoming(req)) }),
    namingFunction: (req) => known(req).target.key,
    getFileIdFromRequest: (req) => known(req).target.key,
    // The URL is relative, because Toile may have several host names.
    generateUrl: (req) => `/uploads/${known(req).target.id}`,
    async onUploadFinish(req) {
      await finishUpload(db, known(req).target.id)
      return {}
    },
    onResponseError(req, error) {
      known(req).refusal ??= error instanceof ToileError ? error : refusalOf(error)
      return undefined
    },
  })

  // Uploads that receive bytes now, by storage key. Their progress is sent to all devices of the owner.
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
    const { raw } = request
    const call: TusCall = { target }
    calls.set(raw, call)
    arriving.set(target.key, target)
    const expires = () => reply.header('upload-expires', new Date(Date.now() + EXPIRY_MS).toUTCString())
    const checked = checkedPiece(request, target)
    const refused = (error: ToileError) => (call.refusal ??= error)
    const asked = new NodeRequest({ req: raw, res: reply.raw })
    Object.defineProperty(asked, 'headers', { value: new Headers(headersFor(request)) })
    // @tus/server's default body copies each chunk, which doubles the garbage to collect.
    const body = ReadableStream.from(pieces(checked?.pieces ?? raw.iterator({ destroyOnReturn: false }), refused))
    Object.defineProperty(asked, 'body', { value: body })
    try {
      const response = await tus.handleWeb(asked)
      if (response.headers.get('connection')) reply.header('connection', 'close')
      if (call.refusal || response.status >= 400) {
        // Reads and drops the rest of the body. Otherwise a client that reads only after writing would wait for ever.
        raw.resume()
        if (request.method === 'PATCH' && !target.isComplete && call.refusal?.code !== 'NOT_FOUND') expires()
        throw call.refusal ?? new ToileError('INVALID_INPUT')
      }
      reply.code(response.status)
      for (const name of givenHeaders) {
        const value = response.headers.get(name)
        if (value !== null) reply.header(name, value)
      }
      if (Number(response.headers.get('upload-offset')) < target.size) expires()
    } finally {
      arriving.delete(target.key)
      await checked?.close()
      if (request.method === 'PATCH') await touchUpload(db, target.id).catch(() => {})
    }
  }
}

const EXPIRY_MS = UPLOAD_EXPIRY_HOURS * 3_600_000

/** Headers copied from @tus/server's response. Its CORS headers are left out, because the API sets its own. */
const givenHeaders = ['location', 'cache-control', 'upload-offset', 'upload-length', 'upload-metadata']

/** The headers that @tus/server needs. Others are left out, because @tus/server refuses some that proxies add. */
function headersFor(request: FastifyRequest): Record<string, string> {
  const names = request.method === 'POST' ? ['upload-length', 'upload-metadata'] : ['upload-offset']
  const given = ['tus-resumable', 'content-length', ...names].flatMap((name) => {
    const value = request.headers[name]
    return value ? [[name, String(value)]] : []
  })
  return { ...Object.fromEntries(given), ...(isPiece(request) && { 'content-type': PIECE_TYPE }) }
}

function checkedPiece(request: FastifyRequest, target: UploadTarget) {
  const header = request.headers['upload-checksum']
  if (header === undefined || !isPiece(request)) return undefined
  const announced = Number(request.headers['content-length'] ?? Infinity)
  const left = target.size - Number(request.headers['upload-offset'] ?? 0)
  return checkedBody(request.raw, parseChecksum(String(header)), Math.max(0, Math.min(announced, left)))
}

/** Calls `refused` with each ToileError of `body`, because @tus/server would swallow the error. */
async function* pieces(body: AsyncIterable<Buffer>, refused: (error: ToileError) => void): AsyncGenerator<Buffer> {
  try {
    for await (const piece of body) {
      yield piece
      countGarbage(piece.length)
    }
  } catch (error) {
    if (error instanceof ToileError) refused(error)
    throw error
  }
}

type TusRequest = Parameters<NonNullable<ServerOptions['generateUrl']>>[0]

const incoming = (req: TusRequest): IncomingMessage => (req.runtime as { node: { req: IncomingMessage } }).node.req

function refusalOf(thrown: Error | { status_code: number }): ToileError {
  const status = 'status_code' in thrown ? thrown.status_code : undefined
  // Status 413 cannot mean an upload above the maximum size, because such an upload was refused at creation.
  if (status === 413) return new ToileError('MORE_THAN_ANNOUNCED')
  // ABORTED means that the client is gone, or that another connection continues the upload.
  if (status === 409 || thrown === ERRORS.ABORTED) return new ToileError('OFFSET_CONFLICT')
  if (status === 404 || status === 410) return new ToileError('NOT_FOUND')
  return new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause: thrown })
}
