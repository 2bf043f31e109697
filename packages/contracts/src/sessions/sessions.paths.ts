export const listSessions = 'GET /me/sessions' as const
export const reauthenticate = 'POST /auth/reauthenticate' as const
export const endSession = 'DELETE /me/sessions/:id' as const
