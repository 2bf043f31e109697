export const getTimeline = 'GET /backstage/timeline' as const
