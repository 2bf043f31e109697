import type { Language } from '@toile/contracts/languages.constants'
import type { MailKind } from '@toile/contracts/mails.constants'
import { tokenMinutes } from '@toile/contracts/one-time-tokens.constants'
import { en } from './words.en.js'
import { zhCN } from './words.zh-CN.js'

/** What a mail of one kind says. `{name}` is replaced by the value of that name. */
export interface MailWords {
  subject: string
  before: string[]
  /** The words on the link, where there is one. */
  button?: string
  after: string[]
}
export type AllWords = Record<MailKind, MailWords> & { greeting: string; footer: string; copyLink: string }

const words: Record<Language, AllWords> = { en, 'zh-CN': zhCN }

export interface MailValues {
  link: string
  publicUrl: string
  username: string
  /** Of a linked or unlinked identity. */
  provider?: string
}

/** A mail as text and as HTML, in the reader's language; values are escaped in the HTML. */
export function renderMail(
  kind: MailKind,
  language: Language,
  values: MailValues,
): { subject: string; text: string; html: string } {
  const { subject, before, button, after } = words[language][kind]
  const { greeting, footer, copyLink } = words[language]
  const all: Record<string, string> = { ...values, minutes: String(tokenMinutes) }
  const plain = (text: string) => fill(text, all, (value) => value)
  const markup = (text: string) => fill(escapeHtml(text), all, escapeHtml)
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${markup(text)}</p>`
  const text = [greeting, ...before, ...(button ? [values.link] : []), ...after, '-- ', footer].map(plain).join('\n\n')
  const link = escapeHtml(values.link)
  const linked = button
    ? `<p style="margin:0 0 16px"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:6px;` +
      `background:#1f1f1f;color:#ffffff;text-decoration:none">${markup(button)}</a></p>\n` +
      `<p style="margin:0 0 16px;font-size:13px;color:#595959">${markup(copyLink)}<br>` +
      `<span style="word-break:break-all">${link}</span></p>\n`
    : ''
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${markup(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f1f1f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${[greeting, ...before].map(paragraph).join('\n')}
${linked}${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d9d9;font-size:13px;color:#595959">${markup(footer)}</p>
</div>
</body>
</html>
`
  return { subject: plain(subject), text: `${text}\n`, html }
}

function fill(text: string, values: Record<string, string>, as: (value: string) => string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => as(values[name] ?? ''))
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
