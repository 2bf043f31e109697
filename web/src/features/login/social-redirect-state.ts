import { session } from '../../lib/storage.js'

/** In sessionStorage, because the provider's redirect keeps no query or form of ours. */
const sessionValue = (key: string) => ({
  set: (text: string | undefined) => (text ? session.setItem(key, text) : session.removeItem(key)),
  get: () => session.getItem(key),
  forget: () => session.removeItem(key),
})

/** Return URL. */
export const socialBackUrl = sessionValue('social-back-url')

/** The invitation code typed before. */
export const socialInviteCode = sessionValue('social-invite-code')
