export const paths = {
  retrievePassword: 'POST /auth/password/retrieve',
  resetPassword: 'PUT /auth/password/reset',
  changePassword: 'PUT /auth/password',
} as const
