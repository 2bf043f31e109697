export const sendVerification = 'POST /auth/email/verification' as const
export const confirmEmail = 'PUT /auth/email/verification' as const
export const disownEmail = 'DELETE /auth/email/verification' as const
export const changeEmail = 'PUT /auth/email' as const
export const bindEmail = 'PATCH /auth/email/bind' as const
