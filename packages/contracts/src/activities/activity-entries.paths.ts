export const paths = {
  submitToActivity: 'POST /activities/:id/submissions',
  withdrawFromActivity: 'DELETE /activities/:id/submissions/:workId',
  getReceipt: 'GET /activities/:id/submissions/:workId/receipt',
  checkReceipt: 'POST /activities/:id/receipts/check',
  listEntries: 'GET /activities/:id/works',
  getEntry: 'GET /activities/:id/works/:workId',
  listWinners: 'GET /activities/:id/winners',
  scoreEntry: 'PUT /activities/:id/works/:workId/scores',
  getScoreSheet: 'GET /activities/:id/scores',
  listActivitiesOfUser: 'GET /users/:id/activities',
} as const
