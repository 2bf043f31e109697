/** The maximum length of a back URL in characters. No page of Toile has a longer address. */
const MAX_LENGTH = 2_048

/**
 * Returns the normalised `wanted`, or '/' if `wanted` is unsafe. It is unsafe if it leads to another origin, in any
 * disguise (`//evil`, `/\evil`, an encoded slash, a tab), or if it is too long. It is also unsafe if it contains a
 * backUrl or leads to a sign-in page, because then one sign-in could lead to the next.
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
  // A path can become `//host` once dots, tabs or escapes are resolved. The router would then leave the site.
  if (url.origin !== origin || path.includes('//') || hasTricks(path) || hasTricks(wanted)) return '/'
  if (/^\/(login|social)(\/|$)/i.test(path) || url.searchParams.has('backUrl')) return '/'
  return url.pathname + url.search + url.hash
}

/** Whether the text contains backslashes, ASCII control characters, or Unicode's line or paragraph separators. */
function hasTricks(text: string): boolean {
  return [...text].some((character) => {
    const code = character.codePointAt(0)!
    return character === '\\' || code < 0x20 || code === 0x7f || code === 0x2028 || code === 0x2029
  })
}
