export const listProviders = 'GET /social/providers' as const
export const startSocial = 'GET /social/:type/login' as const
export const completeGoogle = 'POST /social/google/complete' as const
export const completeFacebook = 'POST /social/facebook/complete' as const
export const listIdentities = 'GET /me/identities' as const
export const linkIdentity = 'POST /me/identities/:type' as const
export const unlinkIdentity = 'DELETE /me/identities/:type' as const
