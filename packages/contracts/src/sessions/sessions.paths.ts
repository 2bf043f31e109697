export const paths = {
  listSessions: 'GET /me/sessions',
  reauthenticate: 'POST /auth/reauthenticate',
  endSession: 'DELETE /me/sessions/:id',
} as const
