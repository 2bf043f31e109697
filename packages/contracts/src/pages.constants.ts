/**
 * The paths of the web client's pages; `:id` stands for one segment. web/src/app/routes.tsx has a page for each, and the edge
 * answers 404 for what is none of them.
 */
export const pages = [
  '/',
  '/embed/:id',
  '/embed/spin/:id',
  '/upload',
  '/upload/uploadDetail',
  '/progress',
  '/project/:id',
  '/creators',
  '/creators/personalPage',
  '/activity',
  '/activity/activityDetail',
  '/compare',
  '/learning',
  '/learning/detail',
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
  '/static/api',
  '/static/official-market',
  '/static/share-success',
  '/static/activity/:id',
  '/static/act-intro',
  '/unsubscribe',
  '/admin',
  '/admin/cloud',
  '/admin/invite',
  '/admin/notification',
  '/admin/profile',
  '/admin/software',
  '/admin/works',
  '/backgroundAdmin',
  '/backgroundAdmin/operatingCenter/worksList',
  '/backgroundAdmin/operatingCenter/notFramer',
  '/backgroundAdmin/operatingCenter/commentList',
  '/backgroundAdmin/learningCenter',
  '/backgroundAdmin/learningCenter/detail',
  '/backgroundAdmin/marketItems',
  '/backgroundAdmin/marketItems/detail',
  '/backgroundAdmin/packages',
  '/backgroundAdmin/announcements',
  '/backgroundAdmin/operatingCenter/sCode',
  '/backgroundAdmin/operatingCenter/softwareActivate',
  '/backgroundAdmin/operatingCenter/tenantOperation',
  '/backgroundAdmin/categories',
  '/backgroundAdmin/queues',
  '/backgroundAdmin/audit',
  '/backgroundAdmin/reports',
  '/backgroundAdmin/timeline',
  '/backgroundAdmin/userManagement',
  '/backgroundAdmin/creators',
  '/backgroundAdmin/analytics',
  '/backgroundAdmin/activityCenter',
  '/backgroundAdmin/activityCenter/avtiveworks',
] as const
export type Page = (typeof pages)[number]

/**
 * Pages with colours of their own, whatever the reader chose. A work on somebody else's page looks the same to all who
 * read that page: light, as the paper of its pictures.
 */
const colours: Partial<Record<Page, 'light' | 'dark'>> = { '/embed/:id': 'light', '/embed/spin/:id': 'light' }

const patternOf = (page: Page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`)
// Marked, so that the client, which asks only for colours, does without it.
const patterns = /* @__PURE__ */ pages.map(patternOf)
const colourPatterns = Object.entries(colours).map(([page, mode]) => [patternOf(page as Page), mode] as const)

/** Whether a path is one of the client's pages. */
export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

/** Which of the client's pages lies at a path, as it stands in the list: without ids. */
export function pageOf(path: string): Page | undefined {
  return pages[patterns.findIndex((pattern) => pattern.test(path))]
}

/** The colours that the page at a path forces; undefined where the reader's choice holds. */
export function forcedColours(path: string): 'light' | 'dark' | undefined {
  return colourPatterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** Whether an address is the market as the desktop software shows it in its web view: without what stands around pages. */
export function isInStudio(path: string, search: string): boolean {
  return /^\/static\/official-market\/?$/.test(path) && new URLSearchParams(search).get('embed') === 'studio'
}
