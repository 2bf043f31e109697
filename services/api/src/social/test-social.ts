import type { SocialProvider } from '@toile/contracts/sessions/social.constants'
import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import { freePort } from '@toile/runtime/ports'
import { openCookieBrowser, type CookieBrowser } from '@toile/testing/providers/cookie-browser'
import type { OpenIdProvider } from '@toile/testing/providers/openid'
import type { ProviderServer } from '@toile/testing/providers/server'
import { visitProvider, type Back } from '@toile/testing/providers/visit'
import { startSocialProviders } from '@toile/testing/providers/social-providers'
import { startTestApi, type TestApi } from '../test-api.js'
import { callbackUrl } from './oauth.js'

export interface SocialTest extends TestApi {
  google: OpenIdProvider
  facebook: ProviderServer
  /** Opens a browser with an address of its own, because the rate limits count by address. */
  browser(): CookieBrowser
  goThrough(browser: CookieBrowser, type: SocialProvider, choice: string, start?: string): Promise<Back>
  complete(browser: CookieBrowser, type: SocialProvider, body: object, token?: string): Promise<Response>
  signIn(type: SocialProvider, choice: string): Promise<Answered<SocialSignedIn>>
  begin(
    token: string,
    type: SocialProvider,
    browser: CookieBrowser,
    password?: string,
  ): Promise<Answered<{ url: string }>>
  link(token: string, type: SocialProvider, choice: string, password?: string): Promise<Answered<SocialSignedIn>>
}

type Answered<T> = { status: number; body: T & { code?: string } }

export async function startSocialTest(): Promise<SocialTest> {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const providers = await startSocialProviders(publicUrl)
  const { google, facebook } = providers
  const api = await startTestApi({ port, publicUrl, trustProxy: '127.0.0.1', social: providers.config })
  const goThrough: SocialTest['goThrough'] = (browser, type, choice, start) => {
    const back = callbackUrl(publicUrl, type)
    return visitProvider(browser, { start: start ?? back, back, choice })
  }
  const complete: SocialTest['complete'] = (browser, type, body, token) =>
    browser.send(`${api.url}/social/${type}/complete`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
  let browsers = 0
  const browser = () => openCookieBrowser({ 'x-forwarded-for': `10.0.${++browsers >> 8}.${browsers & 255}` })
  const answered = async <T>(response: Response) =>
    ({ status: response.status, body: await response.json() }) as Answered<T>
  const begin: SocialTest['begin'] = async (token, type, from, password) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const body = JSON.stringify({ ...(password && { password }) })
    return answered(await from.send(`${api.url}/me/identities/${type}`, { method: 'POST', headers, body }))
  }
  return {
    ...api,
    google,
    facebook,
    browser,
    goThrough,
    complete,
    begin,
    async signIn(type, choice) {
      const anew = browser()
      return answered(await complete(anew, type, await goThrough(anew, type, choice)))
    },
    async link(token, type, choice, password) {
      const anew = browser()
      const { body } = await begin(token, type, anew, password)
      return answered(await complete(anew, type, await goThrough(anew, type, choice, body.url), token))
    },
    async close() {
      await api.close()
      await providers.stop()
    },
  }
}
