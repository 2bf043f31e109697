import type { Path } from '@toile/contracts/route'

/** Keeps 0, false and empty arrays. Because emptied fields are dropped, a PATCH lists them in `clear`. */
export function withoutEmpty(payload: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(payload).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}

export function toQuery(payload: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(withoutEmpty(payload)))
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  return search.size ? `?${search}` : ''
}

export function withoutApiPrefix(path: string): string {
  return path.replace(/^\/api(?=\/)/, '')
}

export const splitPath = (path: Path) => path.split(' ') as [method: string, path: string]

export function fillPath(path: string, input: object): { address: string; rest: object } {
  if (input instanceof FormData) return { address: path, rest: input }
  const rest: Record<string, unknown> = { ...input }
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  return { address, rest }
}

/** Whether a call gets the header `x-admin-request`. The header grants nothing. */
export function isAdminRequest(requestPath: string, pagePath: string): boolean {
  return /admin|upload|backgroundAdmin/.test(requestPath) || /admin|upload|backgroundAdmin/.test(pagePath)
}

/** Lists emptied fields in `clear`, because withoutEmpty() drops empty values from every request. */
export function withClear<F extends object, const N extends keyof F & string>(changed: F, names: readonly N[]) {
  const clear = names.filter((name) => name in changed && (changed[name] === '' || changed[name] === null))
  return clear.length > 0 ? { ...changed, clear } : changed
}
