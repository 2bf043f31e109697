import { safeBackUrl } from '../lib/back-url.js'
import { paths } from '../lib/paths.js'

/** The addresses of these pages may contain a return URL (`backUrl`), which is passed on to the sign-in page. */
const EXEMPT = /^\/(login|social|agreement)(\/|$)/

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/** Address of the sign-in page, which then leads to `target` or, from an exempt page, to that page's return URL. */
export function signInAddress(target: string, fromPath: string, fromSearch: string, origin: string): string {
  const wanted = isExempt(fromPath) ? new URLSearchParams(fromSearch).get('backUrl') : target
  const safe = safeBackUrl(wanted, origin)
  return paths.signIn(safe === '/' ? undefined : safe)
}
