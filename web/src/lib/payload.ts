/**
 * Drops `undefined`, `null` and `''` from the payload's own fields; 0, false and empty arrays stay. A PATCH that wants
 * a field emptied names it in `clear`.
 */
export function withoutEmpty(payload: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

/** The payload of a GET as a query string with its question mark, or '' for none. */
export function toQuery(payload: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(withoutEmpty(payload)))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  return search.size ? `?${search}` : ''
}

/** A leading /api is not part of a path. */
export function withoutApiPrefix(path: string): string {
  return path.replace(/^\/api(?=\/)/, '')
}

/** Whether a call is marked as one of the back office's; the mark grants nothing. */
export function isAdminRequest(requestPath: string, pagePath: string): boolean {
  return /admin|upload|backgroundAdmin/.test(requestPath) || /admin|upload|backgroundAdmin/.test(pagePath)
}
