export const sendPageView = 'POST /analytics/page-views' as const
export const getAnalytics = 'GET /backstage/analytics' as const
