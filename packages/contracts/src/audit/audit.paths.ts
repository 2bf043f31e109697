export const listAudit = 'GET /backstage/audit' as const
export const undoAction = 'POST /backstage/audit/:id/undo' as const
