import type { NotificationTab } from '@toile/contracts/notifications/notifications.constants'
import type { RenderStatus } from '@toile/contracts/renders/renders.constants'
import type { WorkState } from '@toile/contracts/works/works.constants'

export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value)
  return search.size ? `${path}?${search}` : path
}

export const paths = {
  home: '/',
  feed: ({ sort, ...filter }: { sort?: string; category?: string; tag?: string; q?: string }) =>
    withQuery('/', { sort: sort === 'latest' ? undefined : sort, ...filter }),
  signIn: (backUrl?: string) => withQuery('/login/signin', { backUrl }),
  register: (backUrl?: string) => withQuery('/login/register', { backUrl }),
  forgot: '/login/email',
  mailbox: (backUrl?: string) => withQuery('/login/mailbox', { backUrl }),
  threePassword: '/login/threepassword',
  bindEmail: '/login/bind_email',
  /** Needs a full page load, because the API redirects to the provider. */
  startSocial: (type: string) => `/social/${encodeURIComponent(type)}/login`,
  account: '/admin',
  profile: '/admin/profile',
  notifications: (tab?: NotificationTab | 'settings', withId?: string) =>
    withQuery('/admin/notification', { tab, with: withId }),
  progress: '/progress',
  upload: '/upload',
  uploadDetail: (uploadId: string) => withQuery('/upload/uploadDetail', { id: uploadId }),
  editWork: (workId: string) => withQuery('/upload/uploadDetail', { work: workId }),
  work: (workId: string) => `/project/${encodeURIComponent(workId)}`,
  creators: (sort?: string, q?: string) => withQuery('/creators', { sort, q }),
  creator: (userId: string, tab?: string) => withQuery('/creators/personalPage', { id: userId, tab }),
  shareSuccess: (workId: string, after: 'publish' | 'share') =>
    withQuery('/static/share-success', { id: workId, after }),
  compare: (one: string, other?: string) => withQuery('/compare', { one, other }),
  /** Compares two versions of a work. `other` defaults to the current version. */
  compareVersion: (workId: string, version: string, other?: string) =>
    withQuery('/compare', { one: workId, version, with: other }),
  activities: '/activity',
  learning: '/learning',
  lesson: (courseId: string, videoId?: string) => withQuery('/learning/detail', { id: courseId, video: videoId }),
  market: '/static/official-market',
  about: '/static/about-us',
  terms: '/agreement/agree',
  privacy: '/agreement/conceal',
  renders: ({ status, id }: { status?: RenderStatus | undefined; id?: string | undefined } = {}) =>
    withQuery('/admin/cloud', { status, id }),
  backstage: '/backgroundAdmin',
  software: (tab?: 'download' | 'codes' | 'devices' | 'list') => withQuery('/admin/software', { tab }),
  invite: '/admin/invite',
  myWorks: (tab?: WorkState) => withQuery('/admin/works', { tab }),
}
