/** A longer one is none that a page of ours has. */
const MAX_LENGTH = 2_048

/**
 * The path of this site to return to after signing in, or '/' for anything else: another origin in whatever disguise
 * (`//evil`, `/\evil`, an encoded slash, a tab inside), the pages of signing in themselves, which would send one round
 * in a circle, and an address that carries a backUrl of its own.
 */
export function safeBackUrl(wanted: string | null | undefined, origin: string): string {
  if (!wanted || wanted.length > MAX_LENGTH || !/^\/(?![/\\])/.test(wanted)) return '/'
  let url: URL
  let path: string
  try {
    url = new URL(wanted, origin)
    path = decodeURIComponent(url.pathname)
  } catch {
    return '/'
  }
  // A path can become `//host` once dots, tabs or escapes are resolved; the router would follow it off the site.
  if (url.origin !== origin || path.includes('//') || hasTricks(path) || hasTricks(wanted)) return '/'
  if (/^\/(login|social)(\/|$)/i.test(path) || url.searchParams.has('backUrl')) return '/'
  return url.pathname + url.search + url.hash
}

/** Backslashes, control characters and the line separators of Unicode. */
function hasTricks(text: string): boolean {
  return [...text].some((character) => {
    const code = character.codePointAt(0)!
    return character === '\\' || code < 0x20 || code === 0x7f || code === 0x2028 || code === 0x2029
  })
}
