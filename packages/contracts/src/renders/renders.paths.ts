export const paths = {
  createRender: 'POST /renders',
  listRenders: 'GET /renders',
  listEngines: 'GET /renders/engines',
  estimateRender: 'POST /renders/estimate',
  getRender: 'GET /renders/:id',
  cancelRender: 'POST /renders/:id/cancel',
  retryRender: 'POST /renders/:id/retry',
  approveRender: 'POST /renders/:id/approve',
  deleteRender: 'DELETE /renders/:id',
  useRenderOutput: 'POST /renders/:id/outputs/:name/use',
} as const
