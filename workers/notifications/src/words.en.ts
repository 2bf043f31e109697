import type { AllWords } from './render.js'

const IGNORE = 'If you did not ask for this, you need not do anything.'
const MINUTES = 'The link works once and for {minutes} minutes. Only the latest link works.'

export const en: AllWords = {
  greeting: 'Hello,',
  copyLink: 'If the button does not work, open this address:',
  footer: 'Sent by Toile at {publicUrl}. Answers to this mail are not read.',
  banEnd: { until: 'until {until} (UTC)', forGood: 'for good' },
  news: {
    open: 'Open on Toile',
    digest: 'Your day on Toile: {count} things',
    digestOne: 'Your day on Toile',
    lead: 'Since the last mail of this kind:',
    more: 'And more in your notifications',
    why: 'Toile tells you of this by mail.',
    stop: 'No more mails of this kind',
    stopDigest: 'No more daily mails',
    choose: 'Choose what you are told of',
  },
  verify_email: {
    subject: 'Confirm your email address',
    before: ['Somebody, most likely you, made an account at {publicUrl} with this address. Please confirm it.'],
    button: 'Confirm this address',
    after: [MINUTES, 'If you did not make an account, do not open the link; then nothing is confirmed.'],
  },
  change_email: {
    subject: 'Confirm your new email address',
    before: ['You asked to use this address for your account at {publicUrl}.'],
    button: 'Use this address',
    after: [MINUTES, IGNORE],
  },
  bind_email: {
    subject: 'Confirm your email address',
    before: ['You asked to use this address for your account at {publicUrl}.'],
    button: 'Confirm this address',
    after: [MINUTES, IGNORE],
  },
  reset_password: {
    subject: 'Set a new password',
    before: ['Somebody, most likely you, asked for a new password for your account "{username}" at {publicUrl}.'],
    button: 'Set a new password',
    after: [MINUTES, IGNORE],
  },
  address_in_use: {
    subject: 'You already have an account',
    before: [
      'Somebody, most likely you, entered this address at {publicUrl}. It already belongs to an account there.',
      'You can sign in with this address. If you have forgotten the password, choose "Forgot password" on the sign-in page.',
    ],
    after: [IGNORE],
  },
  email_change_asked: {
    subject: 'A new email address was asked for',
    before: [
      'Somebody who knows your password asked to use another email address for your account at {publicUrl}.',
      'Until the new address is confirmed, this one stays.',
    ],
    after: ['If that was not you, change your password now: that also stops the new address.'],
  },
  email_changed: {
    subject: 'Your email address was changed',
    before: ['Your account at {publicUrl} now has another email address. This one can no longer be used to sign in.'],
    after: ['If that was not you, write to the people who run {publicUrl}.'],
  },
  password_changed: {
    subject: 'Your password was changed',
    before: ['The password of your account at {publicUrl} was changed. All other devices were signed out.'],
    after: ['If that was not you, choose "Forgot password" on the sign-in page to set a new one.'],
  },
  identity_linked: {
    subject: '{provider} now opens your account',
    before: ['A {provider} account was linked to your account at {publicUrl}. It can be used to sign in from now on.'],
    after: ['If that was not you, unlink {provider} in your profile and set a new password now.'],
  },
  identity_unlinked: {
    subject: '{provider} no longer opens your account',
    before: ['The {provider} account was unlinked from your account at {publicUrl}.'],
    after: ['If that was not you, set a new password now and link {provider} again in your profile.'],
  },
  banned: {
    subject: 'Your account is closed {banEnd}',
    before: [
      'Your account at {publicUrl} is closed {banEnd}. You were signed out everywhere and cannot sign in.',
      'Reason: {reason}',
    ],
    button: 'Ask for another look',
    after: [
      'If you think that is wrong, say why: somebody else will look at it. The link works once and for {days} days.',
      'Your page and your works stay where they are.',
    ],
  },
  ban_lifted: {
    subject: 'Your account is open again',
    before: ['Your account at {publicUrl} is open again. You can sign in as before.'],
    after: [],
  },
  uploads_removal: {
    subject: 'Your uploads will be removed on {date}',
    before: [
      'This address has not been confirmed for the account "{username}" at {publicUrl}. Uploads of such an account are kept for {removalDays} days; the next are removed on {date}.',
      'Confirm the address by then, and all of them stay.',
    ],
    button: 'Get a new link',
    after: ['If you did not make an account, you need not do anything.'],
  },
}
