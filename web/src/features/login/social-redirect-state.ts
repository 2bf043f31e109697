import { session } from '../../lib/storage.js'

/** A value in sessionStorage, because the redirect to the provider and back loses our query and the form's input. */
const sessionValue = (key: string) => ({
  set: (text: string | undefined) => (text ? session.setItem(key, text) : session.removeItem(key)),
  get: () => session.getItem(key),
  forget: () => session.removeItem(key),
})

export const socialBackUrl = sessionValue('social-back-url')

export const socialInviteCode = sessionValue('social-invite-code')
