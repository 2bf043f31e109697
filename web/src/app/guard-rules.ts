import { safeBackUrl } from '../lib/back-url.js'
import { paths } from '../lib/paths.js'

/** From these pages, sign-in does not lead to `target`, but to the return URL (`backUrl`) in the page's address. */
const EXEMPT = /^\/(login|social|agreement)(\/|$)/

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/**
 * Address of the sign-in page, which then leads to `target` or, from an exempt page, to that page's return URL. If the
 * URL is missing or unsafe, it leads to the home page.
 */
export function signInAddress(target: string, fromPath: string, fromSearch: string, origin: string): string {
  const wanted = isExempt(fromPath) ? new URLSearchParams(fromSearch).get('backUrl') : target
  const safe = safeBackUrl(wanted, origin)
  return paths.signIn(safe === '/' ? undefined : safe)
}
