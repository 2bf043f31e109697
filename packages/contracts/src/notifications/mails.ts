export const events = ['mail.requested'] as const

/** Tried with growing pauses for some two hours: a mail server that restarts loses nothing. */
export const jobs = {
  'mail.send': { queue: 'notifications', attempts: 13 },
} as const
