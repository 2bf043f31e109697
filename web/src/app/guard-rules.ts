import { safeBackUrl } from '../lib/back-url.js'
import { paths } from '../lib/paths.js'

/** Pages whose address may hold a way back, which is kept. */
const EXEMPT = /^\/(login|social|agreement)(\/|$)/

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/** Address of the sign-in page with the way back to `target`, or with the exempt page's own way back (or none). */
export function signInAddress(target: string, fromPath: string, fromSearch: string, origin: string): string {
  const wanted = isExempt(fromPath) ? new URLSearchParams(fromSearch).get('backUrl') : target
  const safe = safeBackUrl(wanted, origin)
  return paths.signIn(safe === '/' ? undefined : safe)
}
