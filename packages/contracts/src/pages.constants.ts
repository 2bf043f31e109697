/**
 * The paths of the web client's pages; `:id` stands for one segment. web/src/routes.tsx has a page for each, and the edge
 * answers 404 for what is none of them.
 */
export const pages = [
  '/',
  '/embed/:id',
  '/embed/spin/:id',
  '/upload',
  '/upload/uploadDetail',
  '/project/:id',
  '/creators',
  '/creators/personalPage',
  '/compare',
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
  '/static/share-success',
  '/unsubscribe',
  '/admin',
  '/admin/cloud',
  '/admin/notification',
  '/admin/profile',
  '/admin/works',
  '/backgroundAdmin/queues',
  '/backgroundAdmin/audit',
] as const
export type Page = (typeof pages)[number]

/**
 * Pages with colours of their own, whatever the reader chose. A work on somebody else's page looks the same to all who
 * read that page: light, as the paper of its pictures.
 */
const colours: Partial<Record<Page, 'light' | 'dark'>> = { '/embed/:id': 'light', '/embed/spin/:id': 'light' }

const patternOf = (page: Page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`)
const patterns = pages.map(patternOf)
const colourPatterns = Object.entries(colours).map(([page, mode]) => [patternOf(page as Page), mode] as const)

/** Whether a path is one of the client's pages. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** The colours that the page at a path forces; undefined where the reader's choice holds. */
export function forcedColours(path: string): 'light' | 'dark' | undefined {
  return colourPatterns.find(([pattern]) => pattern.test(path))?.[1]
}
