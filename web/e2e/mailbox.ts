import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'playwright/test'

const folder = process.env['MAIL_FOLDER'] ?? ''

/** Waits for a mail of this kind to an address. @returns the link in the latest such mail */
export async function linkMailedTo(address: string, kind: string): Promise<string> {
  let link = ''
  await expect.poll(() => (link = latestLink(address, kind)), `no ${kind} mail to ${address} in ${folder}`).not.toBe('')
  return link
}

function latestLink(address: string, kind: string): string {
  const mail = mailsTo(address).findLast(({ file }) => file.endsWith(`-${kind}.eml`))
  return (mail && /https?:\/\/\S+#token=[\w-]+/.exec(plainOf(mail.text))?.[0]) ?? ''
}

/** Returns the mails whose recipient ends with `address`. The oldest mail comes first. */
export function mailsTo(address: string): { file: string; text: string }[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const isToThem = new RegExp(`^To: .*${address.replace(/[.+]/g, '\\$&')}>?\\s*$`, 'im')
  return (
    names
      .filter((name) => name.endsWith('.eml'))
      // The names start with a UUIDv7, so they sort by time.
      .sort()
      .map((name) => ({ file: path.join(folder, name), text: readFileSync(path.join(folder, name), 'utf8') }))
      .filter(({ text }) => isToThem.test(text))
  )
}

/** Decodes quoted-printable text, which splits long links over lines. Only ASCII characters are decoded correctly. */
function plainOf(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
