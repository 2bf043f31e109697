import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { InputFailure } from '@toile/contracts/failures'
import type { MailConfig } from '@toile/runtime/config'

export interface Email {
  /** The Message-ID and the file name contain this id, so that both are the same if the mail is sent twice. */
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** The link for one-click unsubscribe (RFC 8058). Account mails have no such link. */
  unsubscribeUrl?: string
}

export interface Transport {
  /** @throws InputFailure for a permanent refusal; other errors are worth a retry */
  send(email: Email): Promise<void>
  close(): void
}

/** A server silent for this long counts as unreachable. */
const SILENCE_MS = 20_000
const CONNECT_MS = 10_000

export function openTransport(mail: MailConfig): Transport {
  return 'smtpUrl' in mail ? overSmtp(mail) : intoFolder(mail)
}

function overSmtp({ smtpUrl, from }: { smtpUrl: string; from: string }): Transport {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Mail content must not make nodemailer read a file or URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(email) {
      try {
        await transport.sendMail(messageOf(email, from))
      } catch (error) {
        const refused = refusal(error)
        if (refused) throw new InputFailure('MAIL_REFUSED', refused)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

/** Writes mails to files that only this process's system user can read, because a mail's link can give access. */
function intoFolder({ folder, from }: { folder: string; from: string }): Transport {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(email) {
      const { message } = await transport.sendMail(messageOf(email, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${email.id}-${email.kind}.eml`)
      await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    close: () => transport.close(),
  }
}

function messageOf(email: Email, from: string) {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    // The address is an object, because nodemailer would parse a string and could take an unusual address for two.
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${email.id}@${host}>`,
    // Auto-Submitted suppresses automatic replies (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribeUrl && {
        'List-Unsubscribe': `<${email.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** A final refusal (5xx) of the address or the mail. A refused sign-in is retried: the operator may correct it. */
function refusal(error: unknown): { status: number; of: 'address' | 'letter' } | undefined {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const final = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  if (!final || (code !== 'EENVELOPE' && code !== 'EMESSAGE')) return undefined
  return { status: responseCode, of: command === 'RCPT TO' ? 'address' : 'letter' }
}
