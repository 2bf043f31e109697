export const paths = {
  listInvitations: 'GET /me/invitations',
} as const
