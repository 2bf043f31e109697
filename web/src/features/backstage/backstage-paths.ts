import { withQuery } from '../../lib/paths.js'

// The backstage paths have a file of their own, so that visitors load only the public paths.

export const backstagePaths = {
  courses: '/backgroundAdmin/learningCenter',
  course: (id: string) => withQuery('/backgroundAdmin/learningCenter/detail', { id }),
  marketItems: '/backgroundAdmin/marketItems',
  marketItem: (id: string) => withQuery('/backgroundAdmin/marketItems/detail', { id }),
  overview: '/backgroundAdmin',
  queues: ({ queue, job }: { queue?: string | undefined; job?: string | undefined } = {}) =>
    withQuery('/backgroundAdmin/queues', { queue, job }),
  user: (user: string) => withQuery('/backgroundAdmin/userManagement', { user }),
  activity: (id: string) => withQuery('/activity/activityDetail', { id }),
  audit: () => '/backgroundAdmin/audit',
  reports: (asked: { case?: string; subject?: string; state?: string } = {}) =>
    withQuery('/backgroundAdmin/reports', asked),
  timeline: (kind: 'work' | 'user' | 'upload', id: string) => withQuery('/backgroundAdmin/timeline', { kind, id }),
  codes: ({ list, batchId }: { list?: 'codes' | 'batches'; batchId?: string } = {}) =>
    withQuery('/backgroundAdmin/operatingCenter/sCode', { list: list === 'batches' ? list : undefined, batchId }),
}
