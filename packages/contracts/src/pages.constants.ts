/**
 * The paths of the web client's pages; `:id` stands for one segment. web/src/routes.tsx has a page for each, and the edge
 * answers 404 for what is none of them.
 */
export const pages = [
  '/',
  '/upload',
  '/upload/uploadDetail',
  '/project/:id',
  '/compare',
  '/creators',
  '/creators/personalPage',
  '/login/signin',
  '/login/register',
  '/login/email',
  '/login/mailbox',
  '/login/password',
  '/login/threepassword',
  '/login/bind_email',
  '/social/google/login',
  '/social/facebook/login',
  '/agreement/agree',
  '/agreement/conceal',
  '/static/about-us',
  '/admin',
  '/admin/profile',
  '/admin/works',
] as const
export type Page = (typeof pages)[number]

const patterns = pages.map((page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`))

/** Whether a path is one of the client's pages. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
