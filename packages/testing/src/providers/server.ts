import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '@toile/runtime/ports'

export interface ProviderAccount {
  name: string
  email?: string
  emailVerified?: boolean
}

interface ProviderFaults {
  /** Accepts server-to-server calls without ever answering. */
  hang: boolean
  /** Answers server-to-server calls with 500. */
  fail: boolean
  detours: Map<string, string>
}

export interface ProviderServer {
  url: string
  clientId: string
  clientSecret: string
  accounts: Map<string, ProviderAccount>
  faults: ProviderFaults
  calls: string[]
  stop(): Promise<void>
}

export interface ProviderClient {
  clientId: string
  clientSecret: string
  redirectUri: string
  port?: number
  /** The provider's public address, if it differs from the provider's address on loopback. */
  url?: string
}

/** `isBackstage` recognises server-to-server calls, to which `faults` apply. All other paths are pages for people. */
export async function serveProvider(
  client: ProviderClient,
  isBackstage: (path: string) => boolean,
  build: (url: string) => (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Omit<ProviderServer, 'accounts'>> {
  const port = client.port ?? (await freePort())
  const url = client.url ?? `http://127.0.0.1:${port}`
  const faults: ProviderFaults = { hang: false, fail: false, detours: new Map() }
  const calls: string[] = []
  const answer = build(url)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', url).pathname
    if (isBackstage(path)) {
      calls.push(path)
      if (faults.hang) return
      const detour = faults.detours.get(path)
      if (detour) return response.writeHead(307, { location: detour }).end()
      if (faults.fail) return response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
    }
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url,
    clientId: client.clientId,
    clientSecret: client.clientSecret,
    faults,
    calls,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Sends a page with one link per choice. The choices are the accounts and a refusal. */
export function sendChoices(
  response: ServerResponse,
  provider: string,
  choices: readonly (readonly [string, string])[],
) {
  const links = choices.map(([label, href]) => `<p><a href="${href.replaceAll('&', '&amp;')}">${label}</a></p>`)
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>${provider} (test)</title><h1>${provider}</h1>${links.join('')}`)
}
