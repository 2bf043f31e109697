import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestMailServer {
  url: string
  mails: { to: string; mail: Email }[]
  /** Makes the server answer RCPT for this address with this status. Status 0 accepts the address again. */
  refuse(address: string, status: number): void
  /** Resolves to the first matching mail, once it has arrived. */
  arrives(fits: (mail: { to: string; mail: Email }) => boolean): Promise<Email>
  stop(): Promise<void>
}

export async function startTestMailServer(): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = []
  const refused = new Map<string, number>()
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const status = refused.get(address)
      done(status ? Object.assign(new Error('no'), { responseCode: status }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', mail })
          done()
          for (const look of waiting) look()
        })
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Errors are ignored, because a test may kill the sender during delivery.
  server.on('error', () => {})
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    refuse: (address, status) => void refused.set(address, status),
    arrives: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = mails.find(fits)
          if (!found) return
          waiting.delete(look)
          resolve(found.mail)
        }
        waiting.add(look)
        look()
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

export function tokenIn(mail: Email): string {
  return /#token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
}
