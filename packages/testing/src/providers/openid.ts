import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration, JWK, Provider } from 'oidc-provider'
import { sendChoices, serveProvider, type ProviderAccount, type ProviderClient, type ProviderServer } from './server.js'

export interface OpenIdProvider extends ProviderServer {
  /** If set, makes the forged ID token that replaces `idToken`. `key` is the provider's private key, for signing. */
  forge: ((idToken: string, key: JWK) => Promise<string>) | undefined
}

/**
 * A real OpenID provider on loopback, in place of Google. As at Google, the ID tokens contain the email. The provider's
 * page signs people in without a password.
 */
export async function startOpenIdProvider(client: ProviderClient): Promise<OpenIdProvider> {
  const accounts = new Map<string, ProviderAccount>()
  const key: JWK = {
    ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
    kid: 'test',
    alg: 'RS256',
    use: 'sig',
  }
  const forging: Pick<OpenIdProvider, 'forge'> = { forge: undefined }
  const { Provider } = await quietly(() => import('oidc-provider'))
  const server = await serveProvider(
    client,
    (path) => /^\/(token|jwks|me|\.well-known\/)/.test(path),
    (url) => {
      const provider = quietly(() => new Provider(url, configure(client, accounts, key)))
      provider.use(async (context, next) => {
        await next()
        const body = context.body as { id_token?: string } | undefined
        if (body?.id_token && forging.forge) body.id_token = await forging.forge(body.id_token, key)
      })
      const answer = provider.callback()
      return (request, response) => {
        if (!request.url?.startsWith('/interaction/')) return answer(request, response)
        interact(provider, accounts, request, response).catch((error: Error) => response.destroy(error))
      }
    },
  )
  return Object.assign(forging, server, { accounts })
}

/** Hides oidc-provider's production advice from test output. */
function quietly<T>(work: () => T): T {
  const { warn } = console
  console.warn = () => {}
  const done = () => void (console.warn = warn)
  const result = work()
  if (result instanceof Promise) result.then(done, done)
  else done()
  return result
}

/** GET /interaction/:uid shows the choices. Below it, /as/:subject signs in as that person, and /deny refuses. */
async function interact(
  provider: Provider,
  accounts: Map<string, ProviderAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const page = request.url!
  const [, , , choice, subject] = page.split('/')
  if (!choice) {
    const people = [...accounts].map(([sub, { name }]) => [name, `${page}/as/${sub}`] as const)
    return sendChoices(response, 'OpenID provider', [...people, ['Cancel', `${page}/deny`]])
  }
  await provider.interactionFinished(
    request,
    response,
    choice === 'as'
      ? { login: { accountId: decodeURIComponent(subject!), remember: false } }
      : { error: 'access_denied', error_description: 'The person refused' },
  )
}

function configure(client: ProviderClient, accounts: Map<string, ProviderAccount>, key: JWK): Configuration {
  return {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [client.redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    pkce: { required: () => true },
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => {
        const { name, email, emailVerified } = accounts.get(sub) ?? { name: sub }
        return { sub, name, ...(email && { email, email_verified: emailVerified ?? false }) }
      },
    }),
    // Consent is granted without asking, as if the person had used the app before.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
