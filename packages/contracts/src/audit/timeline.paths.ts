export const paths = {
  getTimeline: 'GET /backstage/timeline',
} as const
