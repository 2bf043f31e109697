import { safeBackUrl } from '../lib/back-url.js'
import { paths } from '../lib/paths.js'

/** Coming from these, one is on the way to somewhere already: that way back stays. */
const EXEMPT = /^\/(login|social|agreement)(\/|$)/

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/**
 * Where a visitor is sent who asked for `target`, a page that needs a session: the sign-in page, with the way back to
 * the target - unless they come from an exempt page, whose own way back (or none) is kept.
 */
export function signInAddress(target: string, fromPath: string, fromSearch: string, origin: string): string {
  const wanted = isExempt(fromPath) ? new URLSearchParams(fromSearch).get('backUrl') : target
  const safe = safeBackUrl(wanted, origin)
  return paths.signIn(safe === '/' ? undefined : safe)
}
