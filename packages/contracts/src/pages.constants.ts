/** web/src/app/routes.tsx has a page for each path. The API answers 404 for other paths. `:id` matches one segment. */
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

/** Pages with a fixed colour mode. Embedded pages are always light, like the background of the pictures in them. */
const colours: Partial<Record<Page, 'light' | 'dark'>> = { '/embed/:id': 'light', '/embed/spin/:id': 'light' }

const patternOf = (page: Page) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}/?$`)
// Marked as pure, so that the bundler drops it from the client, which does not use it.
const patterns = /* @__PURE__ */ pages.map(patternOf)
const colourPatterns = Object.entries(colours).map(([page, mode]) => [patternOf(page as Page), mode] as const)

export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}

export function pageOf(path: string): Page | undefined {
  return pages[patterns.findIndex((pattern) => pattern.test(path))]
}

export function forcedColours(path: string): 'light' | 'dark' | undefined {
  return colourPatterns.find(([pattern]) => pattern.test(path))?.[1]
}

/** Whether the page is the market in the desktop software's web view. It then lacks the site's header and footer. */
export function isInStudio(path: string, search: string): boolean {
  return /^\/static\/official-market\/?$/.test(path) && new URLSearchParams(search).get('embed') === 'studio'
}
