import { withQuery } from '../../paths.js'

// The addresses within the back office; apart from the others, which every visitor loads.

export const officePaths = {
  queues: ({ queue, job }: { queue?: string | undefined; job?: string | undefined } = {}) =>
    withQuery('/backgroundAdmin/queues', { queue, job }),
  audit: (page?: number) => withQuery('/backgroundAdmin/audit', { page: page && page > 1 ? `${page}` : undefined }),
}
