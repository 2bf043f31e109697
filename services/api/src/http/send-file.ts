import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Storage } from '@toile/storage/storage'
import { hasVersion, rangeWanted } from './conditional.js'
import { SENT } from './register-routes.js'

export interface SentFile {
  id: string
  key: string
  contentType: string
  bytes: number
  sha256: string | null
}

/** Sends the file, a range of the file, 304 or 416. A file that a browser opens runs no scripts and has no origin. */
export async function sendFile(
  { request, reply, storage }: { request: FastifyRequest; reply: FastifyReply; storage: Storage },
  file: SentFile,
  headers: { 'cache-control': string; 'content-disposition': string },
): Promise<typeof SENT> {
  const etag = `"${file.sha256 ?? file.id}"`
  reply.headers({
    'content-type': file.contentType,
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'accept-ranges': 'bytes',
    etag,
    ...headers,
  })
  if (hasVersion(request, etag)) {
    void reply.code(304).send()
    return SENT
  }
  const range = rangeOf(rangeWanted(request, etag), file.bytes)
  if (range === 'unsatisfiable') {
    void reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
    return SENT
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes)
  void reply.send(request.method === 'HEAD' ? Readable.from([]) : await storage.get(file.key, range))
  return SENT
}

function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  // A range that ends before its start is invalid and therefore ignored (RFC 9110, 14.1.1).
  if (match[1] !== '' && match[2] !== '' && Number(match[1]) > Number(match[2])) return undefined
  const last = bytes - 1
  const start = match[1] === '' ? Math.max(0, bytes - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? last : Math.min(Number(match[2]), last)
  return start > end ? 'unsatisfiable' : { start, end }
}
