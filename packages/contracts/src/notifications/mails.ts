/** The retries go on for at least half an hour in all, so that no mail is lost while a mail server restarts. */
export const jobs = {
  'mail.send': { queue: 'notifications', attempts: 13 },
} as const
