/**
 * The path of this site to return to after signing in, or '/' for anything else: another origin in whatever disguise
 * (`//evil`, `/\evil`, a tab inside), and the sign-in pages themselves, which would send one round in a circle.
 */
export function safeBackUrl(wanted: string | null | undefined, origin: string): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return '/'
  let url: URL
  try {
    url = new URL(wanted, origin)
  } catch {
    return '/'
  }
  // A path can become `//host` once the parser has dropped dots and tabs; the router would follow it off the site.
  if (url.origin !== origin || url.pathname.startsWith('//')) return '/'
  if (/^\/login(\/|$)/i.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}
