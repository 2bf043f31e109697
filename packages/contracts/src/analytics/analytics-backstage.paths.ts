export const paths = {
  getAnalytics: 'GET /backstage/analytics',
} as const
