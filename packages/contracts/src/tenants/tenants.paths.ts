export const paths = {
  myTenant: 'GET /me/tenant',
} as const
