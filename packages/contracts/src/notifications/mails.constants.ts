/** Mails about the account itself; those with a link carry a one-time token of the purpose of the same name. */
export const mailKinds = [
  'verify_email',
  'change_email',
  'bind_email',
  'reset_password',
  'address_in_use',
  'email_change_asked',
  'email_changed',
  'password_changed',
  'identity_linked',
  'identity_unlinked',
  'banned',
  'ban_lifted',
  'uploads_removal',
] as const
export type AccountMailKind = (typeof mailKinds)[number]

/** Mails that tell of things, one or a day's; they end with a press, and never go to an address that refused one. */
export const notificationMailKinds = ['notification', 'digest'] as const
export type NotificationMailKind = (typeof notificationMailKinds)[number]

export type MailKind = AccountMailKind | NotificationMailKind

export type MailState = 'waiting' | 'sent' | 'failed' | 'cancelled'

/** The worker gives up a mail that could not be sent for so long: what it tells of is over. */
export const MAIL_EXPIRY_HOURS = 24
/** How long it is kept who was sent what: addresses are personal data. */
export const MAIL_KEEP_DAYS = 30

/**
 * Mails of a kind that a caller can ask for, one a minute and so many an hour, and how many callers' worth of them an address
 * gets: what comes above is not sent.
 */
export const mailAllowance = { mailsPerHour: 5, callersOfRecipient: 3 } as const
