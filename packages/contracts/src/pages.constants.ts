/** The paths of the web client's pages, so that the edge can answer 404 for what is none. `:id` stands for one segment. */
export const pages = [
  '/',
  '/upload',
  '/upload/uploadDetail',
  '/project/:id',
  '/login/signin',
  '/login/register',
  '/social/google/login',
  '/social/facebook/login',
  '/admin/works',
] as const

const patterns = pages.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a path is one of the client's pages. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
