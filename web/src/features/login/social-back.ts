import { session } from '../../storage.js'

const KEY = 'social-back-url'

/** The way back, over the visit to a provider, which keeps no query of ours. */
export const socialBackUrl = {
  keep: (backUrl: string | undefined) => (backUrl ? session.setItem(KEY, backUrl) : session.removeItem(KEY)),
  get: () => session.getItem(KEY),
  forget: () => session.removeItem(KEY),
}
