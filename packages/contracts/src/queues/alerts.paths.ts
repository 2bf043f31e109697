export const listAlerts = 'GET /backstage/alerts' as const
export const acknowledgeAlert = 'POST /backstage/alerts/:id/acknowledge' as const
