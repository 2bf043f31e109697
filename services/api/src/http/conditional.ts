import type { FastifyReply, FastifyRequest } from 'fastify'

/** `Vary` with these names beside those that it has, as which pages may read a response is settled before. */
export const varyBy = (reply: FastifyReply, ...names: string[]): string =>
  [reply.raw.getHeader('vary'), ...names].filter(Boolean).join(', ')

/** Whether the caller has this version already: If-None-Match names it, weakly or not, or is `*` (RFC 9110, 13.1.2). */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/**
 * The Range that the caller wants of this version: none where If-Range names another one, or a date (RFC 9110, 13.1.5), and
 * none for HEAD (14.2).
 */
export function rangeWanted({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range']
  return method === 'GET' && (condition === undefined || condition === etag) ? headers.range : undefined
}
