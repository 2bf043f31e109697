import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'playwright/test'

const folder = process.env['MAIL_FOLDER'] ?? ''

/** The link of the latest mail of a kind to an address, as the person would press it. Waits until the mail is there. */
export async function linkMailedTo(address: string, kind: string): Promise<string> {
  let link = ''
  await expect
    .poll(() => (link = latestLink(address, kind)), {
      message: `no ${kind} mail to ${address} in ${folder}`,
      timeout: 30_000,
    })
    .not.toBe('')
  return link
}

function latestLink(address: string, kind: string): string {
  // Names begin with a UUIDv7: they sort by time.
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(`-${kind}.eml`))
    .sort()
    .reverse()
  for (const name of names) {
    const text = readFileSync(path.join(folder, name), 'utf8')
    if (!new RegExp(`^To: .*${address.replace(/[.+]/g, '\\$&')}`, 'im').test(text)) continue
    return /https?:\/\/\S+#token=[\w-]+/.exec(plainOf(text))?.[0] ?? ''
  }
  return ''
}

/** Undoes quoted-printable, in which a long link is cut into lines. */
function plainOf(text: string): string {
  return text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
