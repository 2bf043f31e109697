export const paths = {
  listCases: 'GET /backstage/reports',
  getCase: 'GET /backstage/reports/:id',
  claimCase: 'POST /backstage/reports/:id/claim',
  releaseCase: 'DELETE /backstage/reports/:id/claim',
  decideCase: 'POST /backstage/reports/:id/decision',
} as const
