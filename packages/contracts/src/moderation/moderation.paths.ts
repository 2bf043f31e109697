export const listCases = 'GET /backstage/reports' as const
export const getCase = 'GET /backstage/reports/:id' as const
export const claimCase = 'POST /backstage/reports/:id/claim' as const
export const releaseCase = 'DELETE /backstage/reports/:id/claim' as const
export const decideCase = 'POST /backstage/reports/:id/decision' as const
export const appeal = 'POST /reports/:id/appeal' as const
export const appealBan = 'POST /appeals' as const
