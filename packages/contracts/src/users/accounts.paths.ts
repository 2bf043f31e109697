export const deleteAccount = 'DELETE /me' as const
export const exportAccount = 'GET /me/export' as const
