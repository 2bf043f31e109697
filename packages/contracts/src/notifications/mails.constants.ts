/** Account mails. Those with a one-time link carry a token, whose purpose has the same name as the mail. */
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

/** These mails have an unsubscribe link and never go to an address that bounced. */
export const notificationMailKinds = ['notification', 'digest'] as const
export type NotificationMailKind = (typeof notificationMailKinds)[number]

export type MailKind = AccountMailKind | NotificationMailKind

export type MailState = 'waiting' | 'sent' | 'failed' | 'cancelled'

/** The worker gives up on a mail after this time, because its content is out of date by then. */
export const MAIL_EXPIRY_HOURS = 24
/** The mail log is deleted after this time, because it holds personal data. */
export const MAIL_KEEP_DAYS = 30

/** Per kind. A caller: `mailsPerHour`, one a minute to an address. An address: `callersOfRecipient` times as many. */
export const mailAllowance = { mailsPerHour: 5, callersOfRecipient: 3 } as const
