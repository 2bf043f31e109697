import type { FastifyReply, FastifyRequest } from 'fastify'

/** The `Vary` header with these names added to those already set, for example by the CORS hook. */
export const varyBy = (reply: FastifyReply, ...names: string[]): string =>
  [reply.getHeader('vary') ?? reply.raw.getHeader('vary'), ...names].filter(Boolean).join(', ')

/** Whether If-None-Match is `*` or contains this ETag, weak or strong (RFC 9110, 13.1.2). */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** The Range header, or undefined if it is ignored: not a GET (RFC 9110, 14.2) or no match of If-Range (13.1.5). */
export function rangeWanted({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range']
  return method === 'GET' && (condition === undefined || condition === etag) ? headers.range : undefined
}
