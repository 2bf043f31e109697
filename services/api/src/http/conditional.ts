import type { FastifyReply, FastifyRequest } from 'fastify'

/** Appends to `Vary`, because the CORS hook may have set it. */
export const varyBy = (reply: FastifyReply, ...names: string[]): string =>
  [reply.raw.getHeader('vary'), ...names].filter(Boolean).join(', ')

/** If-None-Match names this version, weakly or not, or is `*` (RFC 9110, 13.1.2). */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given.trim() === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** Undefined for HEAD (RFC 9110, 14.2), or if If-Range names another version or a date (13.1.5). */
export function rangeWanted({ method, headers }: FastifyRequest, etag: string): string | undefined {
  const condition = headers['if-range']
  return method === 'GET' && (condition === undefined || condition === etag) ? headers.range : undefined
}
