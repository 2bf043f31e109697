import { safeBackUrl } from '../lib/back-url.js'
import { paths } from '../lib/paths.js'

/** Pages whose address may contain a return URL (`backUrl`), which the sign-in page takes over. */
const EXEMPT = /^\/(login|social|agreement)(\/|$)/

export function isExempt(path: string): boolean {
  return EXEMPT.test(path)
}

/** Address of the sign-in page. Its return URL is `target`; on an exempt page it is the return URL of that page. */
export function signInAddress(target: string, fromPath: string, fromSearch: string, origin: string): string {
  const wanted = isExempt(fromPath) ? new URLSearchParams(fromSearch).get('backUrl') : target
  const safe = safeBackUrl(wanted, origin)
  return paths.signIn(safe === '/' ? undefined : safe)
}
