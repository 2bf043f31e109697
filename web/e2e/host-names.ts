import dns from 'node:dns'

// Under `npm test`, this host is toile.test. Its pages are insecure, unlike pages of localhost. playwright.config.ts
// resolves the host in Chromium, and this file resolves it in Node.

export const testHost = new URL(process.env['BASE_URL'] ?? 'http://localhost').hostname

for (const calls of [dns, dns.promises] as { lookup: (hostname: string, ...rest: unknown[]) => unknown }[]) {
  const { lookup } = calls
  calls.lookup = (hostname, ...rest) => lookup.call(calls, hostname === testHost ? '127.0.0.1' : hostname, ...rest)
}
