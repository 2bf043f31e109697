const KEY = 'social-back-url'

/** The way back, over the visit to a provider, which keeps no query of ours. */
export const socialBackUrl = {
  keep: (backUrl: string | undefined) =>
    backUrl ? sessionStorage.setItem(KEY, backUrl) : sessionStorage.removeItem(KEY),
  get: () => sessionStorage.getItem(KEY),
  forget: () => sessionStorage.removeItem(KEY),
}
