import type { Language } from '@toile/contracts/languages.constants'
import { escapeHtml } from '@toile/runtime/escape-html'

interface EmailLink {
  url: string
  button: string
  /** Text above the plain URL, for mail programs in which the button does not work. */
  copy: string
}

export interface EmailContent {
  language: Language
  subject: string
  before: readonly string[]
  link?: EmailLink | undefined
  lines?: readonly { text: string; url?: string | undefined }[]
  after?: readonly string[]
  footer: readonly { text: string; url?: string | undefined }[]
}

export interface LaidOut {
  subject: string
  text: string
  html: string
}

const LINK = 'color:#1f1f1f'
const SMALL = 'font-size:13px;color:#595959'

/** Takes plain text, which it escapes in the HTML. */
export function layOut({ language, subject, before, link, lines = [], after = [], footer }: EmailContent): LaidOut {
  const textOf = ({ text, url }: { text: string; url?: string | undefined }) => (url ? `${text}: ${url}` : text)
  const text = [
    ...before,
    ...(link ? [link.url] : []),
    ...lines.map(textOf),
    ...after,
    '-- ',
    footer.map(textOf).join('\n'),
  ].join('\n\n')
  const paragraph = (plain: string) => `<p dir="auto" style="margin:0 0 16px">${escapeHtml(plain)}</p>`
  const linked = ({ text, url }: { text: string; url?: string | undefined }) =>
    url ? `<a href="${escapeHtml(url)}" style="${LINK}">${escapeHtml(text)}</a>` : escapeHtml(text)
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;` +
      `border-radius:6px;background:#1f1f1f;color:#ffffff;text-decoration:none">${escapeHtml(link.button)}</a></p>\n` +
      `<p style="margin:0 0 16px;${SMALL}">${escapeHtml(link.copy)}<br>` +
      `<span style="word-break:break-all">${escapeHtml(link.url)}</span></p>\n`
    : ''
  const list = lines.map((line) => `<p dir="auto" style="margin:0 0 12px">${linked(line)}</p>`).join('\n')
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1f1f1f;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto">
${before.map(paragraph).join('\n')}
${button}${list}${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d9d9d9;${SMALL}">${footer.map(linked).join('<br>')}</p>
</div>
</body>
</html>
`
  // The subject is a header and must be one line, but titles in it may contain line breaks.
  return { subject: subject.replace(/\s+/g, ' ').trim(), text: `${text}\n`, html }
}
