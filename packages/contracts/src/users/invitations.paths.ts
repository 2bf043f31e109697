export const listInvitations = 'GET /me/invitations' as const
