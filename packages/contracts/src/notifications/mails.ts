export const events = ['mail.requested'] as const

/** Backs off for at least half an hour in all, so a restarting mail server loses nothing. */
export const jobs = {
  'mail.send': { queue: 'notifications', attempts: 13 },
} as const
