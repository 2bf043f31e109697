import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { sendChoices, serveProvider, type ProviderAccount, type ProviderClient, type ProviderServer } from './server.js'

interface Issued {
  subject: string
  challenge: string | null
}

/**
 * Imitates Facebook's endpoints on loopback: the dialog, the code exchange (each code works once) and `/me`. As at
 * Facebook, `/me` does not state whether an email is verified, and some people have no email.
 */
export async function startFacebookProvider(client: ProviderClient): Promise<ProviderServer> {
  const accounts = new Map<string, ProviderAccount>()
  const codes = new Map<string, Issued>()
  const tokens = new Map<string, string>()

  const dialog = (url: URL, response: ServerResponse) => {
    const { searchParams: query } = url
    if (query.get('client_id') !== client.clientId || query.get('redirect_uri') !== client.redirectUri)
      return fail(response, 191, 'The redirect URI is not one of the app’s')
    const people = [...accounts].map(([id, { name }]) => [name, `/dialog/oauth/as/${id}${url.search}`] as const)
    sendChoices(response, 'Facebook', [...people, ['Cancel', `/dialog/oauth/deny${url.search}`]])
  }
  const choose = (url: URL, response: ServerResponse) => {
    const back = new URL(client.redirectUri)
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    const subject = /\/as\/(.+)$/.exec(url.pathname)?.[1]
    if (subject) {
      const code = randomBytes(32).toString('base64url')
      codes.set(code, { subject: decodeURIComponent(subject), challenge: url.searchParams.get('code_challenge') })
      back.searchParams.set('code', code)
    } else {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_reason', 'user_denied')
      back.searchParams.set('error_description', 'Permissions error')
    }
    response.writeHead(302, { location: back.href }).end()
  }
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const form = new URLSearchParams(await text(request))
    const issued = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const isOurs =
      form.get('client_id') === client.clientId &&
      form.get('client_secret') === client.clientSecret &&
      form.get('redirect_uri') === client.redirectUri
    if (!isOurs) return fail(response, 1, 'Error validating application')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!issued || issued.challenge !== challenge) return fail(response, 100, 'This authorization code has been used.')
    const token = randomBytes(32).toString('base64url')
    tokens.set(token, issued.subject)
    send(response, 200, { access_token: token, token_type: 'bearer', expires_in: 5_000 })
  }
  const me = (request: IncomingMessage, url: URL, response: ServerResponse) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const subject = tokens.get(token)
    const proof = createHmac('sha256', client.clientSecret).update(token).digest('hex')
    if (!subject || url.searchParams.get('appsecret_proof') !== proof) return fail(response, 190, 'Invalid OAuth token')
    const account = accounts.get(subject)
    send(response, 200, { id: subject, name: account?.name, ...(account?.email && { email: account.email }) })
  }

  const server = await serveProvider(
    client,
    (path) => path === '/oauth/access_token' || path === '/me',
    (base) => (request, response) => {
      const url = new URL(request.url ?? '/', base)
      if (url.pathname === '/dialog/oauth') return dialog(url, response)
      if (url.pathname.startsWith('/dialog/oauth/')) return choose(url, response)
      if (url.pathname === '/oauth/access_token' && request.method === 'POST')
        return exchange(request, response).catch((error: Error) => response.destroy(error))
      if (url.pathname === '/me') return me(request, url, response)
      send(response, 404, {})
    },
  )
  return { ...server, accounts }
}

function fail(response: ServerResponse, code: number, message: string): void {
  send(response, 400, { error: { message, type: 'OAuthException', code, fbtrace_id: 'test' } })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
