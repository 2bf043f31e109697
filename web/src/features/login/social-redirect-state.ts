import { session } from '../../lib/storage.js'

/** A text in the session storage: it outlives the visit to a provider, which keeps no query and no form of ours. */
const sessionValue = (key: string) => ({
  set: (text: string | undefined) => (text ? session.setItem(key, text) : session.removeItem(key)),
  get: () => session.getItem(key),
  forget: () => session.removeItem(key),
})

/** The way back. */
export const socialBackUrl = sessionValue('social-back-url')

/** The invitation code that was typed before. */
export const socialInviteCode = sessionValue('social-invite-code')
