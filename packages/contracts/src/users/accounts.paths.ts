export const paths = {
  deleteAccount: 'DELETE /me',
  exportAccount: 'GET /me/export',
} as const
