export const paths = {
  listAudit: 'GET /backstage/audit',
  undoAction: 'POST /backstage/audit/:id/undo',
} as const
