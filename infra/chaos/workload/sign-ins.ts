import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '@toile/contracts/ids'
import type { SocialSignedIn } from '@toile/contracts/sessions/social'
import { openCookieBrowser, type CookieBrowser } from '@toile/testing/providers/cookie-browser'
import type { OpenIdProvider } from '@toile/testing/providers/openid'
import { visitProvider, type Back } from '@toile/testing/providers/visit'
import { json, nextUrl, orGiveUp, untilDone, type Client } from './client.js'

/** A shorter pause is not needed, because other users keep the machine busy enough. */
const PAUSE_MS = 3_000
const AGAIN_MS = 2_000
/** Time limit of a whole sign-in, with the way to the provider and back. It is enough for a slow connection. */
const TRY_MS = 20_000

export interface SocialSignIn {
  provider: OpenIdProvider
  publicUrl: string
}

interface Returning {
  browser: CookieBrowser
  back: Back
}

export async function signPeopleIn(client: Client, socialSignIn: SocialSignIn): Promise<void> {
  while (!client.enough.aborted) {
    const subject = meet(socialSignIn)
    const devices = [newAddress(), newAddress()]
    await Promise.all(devices.map((address) => orGiveUp(client, () => signIn(client, socialSignIn, subject, address))))
    await wait(PAUSE_MS, undefined, { signal: client.enough }).catch(() => {})
  }
}

/** Starts a sign-in before an outage. `tries` completes it during the outage. `triesAgain` signs in anew afterwards. */
export async function sendToProvider(client: Client, socialSignIn: SocialSignIn) {
  const subject = meet(socialSignIn)
  const address = newAddress()
  const returning = await visit(client, socialSignIn, subject, address)
  return {
    async tries(fault: string): Promise<string> {
      const began = performance.now()
      const answer = await complete(client, returning).catch(() => undefined)
      const { code = '' } = ((await answer?.json().catch(() => undefined)) ?? {}) as { code?: string }
      const ms = performance.now() - began
      const status = answer?.status ?? 0
      client.journal.write({ kind: 'onTheWayBack', fault, status, code, ms })
      return `a sign-in was answered with ${[status, code].join(' ').trim()} after ${Math.round(ms)} ms`
    },
    triesAgain: () => orGiveUp(client, () => signIn(client, socialSignIn, subject, address)),
  }
}

let met = 0
/** Creates an account at the provider. Every second account has no email address. @returns the account's subject */
function meet({ provider }: SocialSignIn): string {
  const subject = `guest-${newId().slice(-12)}`
  const email = { email: `${subject}@example.test`, emailVerified: true }
  provider.accounts.set(subject, { name: subject, ...(met++ % 2 === 0 && email) })
  return subject
}

let addresses = 0
/** Each device gets its own address, because limits count per address. */
const newAddress = () => `10.0.${++addresses >> 8}.${addresses & 255}`

async function signIn(client: Client, socialSignIn: SocialSignIn, subject: string, address: string): Promise<void> {
  const userId = await untilDone(client, `signing in as ${subject}`, async () => {
    try {
      const answer = await complete(client, await visit(client, socialSignIn, subject, address))
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as SocialSignedIn).user.id
    } catch (error) {
      await wait(AGAIN_MS)
      throw error
    }
  })
  client.journal.write({ kind: 'signedIn', subject, userId })
}

async function visit(client: Client, socialSignIn: SocialSignIn, subject: string, address: string): Promise<Returning> {
  const limit = AbortSignal.any([client.broken, AbortSignal.timeout(TRY_MS)])
  const browser = openCookieBrowser({ 'x-forwarded-for': address }, limit)
  const start = `${nextUrl(client)}/social/google/login`
  const back = `${socialSignIn.publicUrl}/social/google/login`
  return { browser, back: await visitProvider(browser, { start, back, choice: subject }) }
}

/** Completes the sign-in at the next copy of the API, which may not be the copy that began it. */
function complete(client: Client, { browser, back }: Returning): Promise<Response> {
  const call = json(back, { 'sec-fetch-site': 'same-origin' })
  return browser.send(`${nextUrl(client)}/social/google/complete`, { ...call, method: 'POST' })
}
