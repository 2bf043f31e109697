/** Mails about the account. If a mail has a one-time link, the purpose of the link's token is the mail's kind. */
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

/** These mails have an unsubscribe link. They never go to an address that has refused a mail. */
export const notificationMailKinds = ['notification', 'digest'] as const
export type NotificationMailKind = (typeof notificationMailKinds)[number]

export type MailKind = AccountMailKind | NotificationMailKind

export type MailState = 'waiting' | 'sent' | 'failed' | 'cancelled'

/** The worker gives up on a mail after this time, because its content is out of date by then. */
export const MAIL_EXPIRY_HOURS = 24
/** Mails, which hold personal data, and one-time tokens are deleted after this time. */
export const MAIL_KEEP_DAYS = 30

/**
 * Limits per kind of mail. A user or known browser can cause `mailsPerHour` mails an hour, any other network as many to
 * each address. Each of them can cause one mail a minute to the same address. An address can get `callersOfRecipient`
 * times `mailsPerHour` mails an hour, not counting those that the recipient's known browser requests.
 */
export const mailAllowance = { mailsPerHour: 5, callersOfRecipient: 3 } as const
