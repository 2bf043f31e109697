export const paths = {
  listAlerts: 'GET /backstage/alerts',
  acknowledgeAlert: 'POST /backstage/alerts/:id/acknowledge',
} as const
