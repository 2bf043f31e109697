export const retrievePassword = 'POST /auth/password/retrieve' as const
export const resetPassword = 'PUT /auth/password/reset' as const
export const changePassword = 'PUT /auth/password' as const
