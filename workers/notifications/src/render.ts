import { formatDate } from '@toile/contracts/formats'
import { interpolate } from '@toile/contracts/interpolation'
import { mailWords } from '@toile/contracts/notifications/mail-words'
import type { Language } from '@toile/contracts/languages.constants'
import type { AccountMailKind } from '@toile/contracts/notifications/mails.constants'
import type { Notification } from '@toile/contracts/notifications/notifications'
import { BAN_TOKEN_DAYS, TOKEN_MINUTES } from '@toile/contracts/sessions/one-time-tokens.constants'
import { REMOVAL_DAYS } from '@toile/contracts/uploads/removals.constants'
import { layOut, type LaidOut } from './layout.js'

export interface MailValues {
  link: string
  publicUrl: string
  username: string
  provider?: string
  /** The reason and the end of a ban. `until` is in UTC, such as `2026-11-30 08:00`, or empty for a permanent ban. */
  reason?: string
  until?: string
  /** The day in UTC on which uploads are removed, such as `2026-11-30`. */
  date?: string
}

export function renderMail(kind: AccountMailKind, language: Language, values: MailValues): LaidOut {
  const { subject, before, button, after } = mailWords[language][kind]
  const { greeting, footer, copyLink, banEnd } = mailWords[language]
  const end = values.until ? interpolate(banEnd.until, { until: values.until }) : banEnd.forGood
  const all: Record<string, string> = {
    ...values,
    date: values.date ? formatDate(values.date, language, 'UTC') : '',
    banEnd: end,
    minutes: String(TOKEN_MINUTES),
    days: String(BAN_TOKEN_DAYS),
    removalDays: String(REMOVAL_DAYS),
  }
  return layOut({
    language,
    subject: interpolate(subject, all),
    before: [greeting, ...before].map((text) => interpolate(text, all)),
    link: button ? { url: values.link, button: interpolate(button, all), copy: copyLink } : undefined,
    after: after.map((text) => interpolate(text, all)),
    footer: [{ text: interpolate(footer, all) }],
  })
}

interface NotificationMailValues {
  publicUrl: string
  /** The link works without signing in. */
  unsubscribeUrl: string
}

type NotificationText = Pick<Notification, 'message' | 'excerpt' | 'path'>

export function renderNotification(
  notification: NotificationText,
  language: Language,
  values: NotificationMailValues,
): LaidOut {
  const { news, copyLink } = mailWords[language]
  return layOut({
    language,
    subject: notification.message,
    before: [notification.message, ...(notification.excerpt ? [notification.excerpt] : [])],
    link: notification.path
      ? { url: values.publicUrl + notification.path, button: news.open, copy: copyLink }
      : undefined,
    footer: footerOf(language, values, news.stop),
  })
}

/** @param more whether lines were omitted */
export function renderDigest(
  notification: readonly NotificationText[],
  more: boolean,
  language: Language,
  values: NotificationMailValues,
): LaidOut {
  const { news } = mailWords[language]
  const center = `${values.publicUrl}/admin/notification`
  return layOut({
    language,
    subject: interpolate(notification.length === 1 ? news.digestOne : news.digest, {
      count: `${notification.length}${more ? '+' : ''}`,
    }),
    before: [news.lead],
    lines: [
      ...notification.map(({ message, path }) => ({ text: message, url: path ? values.publicUrl + path : undefined })),
      ...(more ? [{ text: news.more, url: center }] : []),
    ],
    footer: footerOf(language, values, news.stopDigest),
  })
}

function footerOf(language: Language, { publicUrl, unsubscribeUrl }: NotificationMailValues, stop: string) {
  const { news, footer } = mailWords[language]
  return [
    { text: news.why },
    { text: stop, url: unsubscribeUrl },
    { text: news.choose, url: `${publicUrl}/admin/notification?tab=settings` },
    { text: interpolate(footer, { publicUrl }) },
  ]
}
