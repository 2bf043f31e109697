import dns from 'node:dns'

// The pages under test have an origin of plain http that is not localhost, as a Toile in a studio's network has. Chromium
// finds it by a rule of its own (playwright.config.ts); this is the same rule for the calls that tests make themselves.

export const testHost = new URL(process.env['BASE_URL'] ?? 'http://localhost').hostname

for (const calls of [dns, dns.promises] as { lookup: (hostname: string, ...rest: unknown[]) => unknown }[]) {
  const { lookup } = calls
  calls.lookup = (hostname, ...rest) => lookup.call(calls, hostname === testHost ? '127.0.0.1' : hostname, ...rest)
}
