export const paths = {
  listProviders: 'GET /social/providers',
  startSocial: 'GET /social/:type/login',
  completeGoogle: 'POST /social/google/complete',
  completeFacebook: 'POST /social/facebook/complete',
  listIdentities: 'GET /me/identities',
  linkIdentity: 'POST /me/identities/:type',
  unlinkIdentity: 'DELETE /me/identities/:type',
} as const
