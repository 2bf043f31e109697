export const paths = {
  sendPageView: 'POST /analytics/page-views',
} as const
