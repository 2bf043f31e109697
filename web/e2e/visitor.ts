import './host-names.js'
import { expect, type BrowserContext, type Page } from 'playwright/test'

export const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080'
/** An address of the same instance. Browsers treat this address as secure. */
export const secureUrl = process.env['SECURE_URL'] ?? baseUrl
export const creator = { login: 'creator@toile.local', password: process.env['DEMO_CREATOR_PASSWORD'] ?? '' }

export interface Session {
  token: string
  user: { id: string; name: string; email: string; email_verified_at: string | null }
}

/** Creates a new session at each call. @throws Error with the server's answer if the server refuses the sign-in */
export async function signInByApi(login: string, password: string): Promise<Session> {
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Session
}

let registered = 0
/** Returns a new IP address each time, because registrations are limited per IP address. */
function nextAddress(): string {
  registered++
  return `10.${process.pid & 255}.${(registered >> 8) & 255}.${registered & 255}`
}

export async function registerByApi(address?: string): Promise<Session & { password: string }> {
  const username = uniqueName()
  const email = address ?? `${username}@example.com`
  const password = 'correct horse 7'
  const response = await fetch(`${baseUrl}/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() },
    body: JSON.stringify({
      username,
      email,
      password,
      passwordConfirmation: password,
      agree: true,
    }),
  })
  if (!response.ok) throw new Error(await response.text())
  return { ...((await response.json()) as Session), password }
}

export function uniqueName(): string {
  return `stylist-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 6)}`
}

export async function setSessionCookies(
  context: BrowserContext,
  { token, user }: Session,
  url = baseUrl,
): Promise<void> {
  const cookie = (name: string, value: string) => ({ name, value: encodeURIComponent(value), url })
  const { id, name, email, email_verified_at } = user
  await context.addCookies([
    cookie('token', JSON.stringify(token)),
    cookie('userid', id),
    cookie('userDetail', JSON.stringify({ id, name, email, email_verified_at })),
  ])
}

const sessionOf = async (name: string) => JSON.parse(process.env[name] ?? '') as Session

/** Sessions of the demo accounts. All tests share one session per account; see global-setup.ts. */
export const creatorSession = () => sessionOf('CREATOR_SESSION')
export const adminSession = () => sessionOf('ADMIN_SESSION')

export async function signInAsCreator(context: BrowserContext): Promise<void> {
  await setSessionCookies(context, await creatorSession())
}

/** Collects console errors, uncaught errors and CSP violations that occur after this call. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  return problems
}

export async function navigateInPage(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelectorAll('h1').forEach((heading) => heading.setAttribute('data-before', ''))
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await waitUntil(page, () => document.querySelectorAll('h1:not([data-before])').length === 1)
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await waitUntil(page, () => !document.querySelector('.skeleton'))
}

/** Checks on every frame, because expect's polling would waste time in each of a few hundred calls per run. */
async function waitUntil(page: Page, isTrue: () => boolean): Promise<void> {
  await page.waitForFunction(isTrue)
}

export async function expectRow(page: Page, stage: string, state: string): Promise<void> {
  await expect(page.locator(`[data-stage="${stage}"]`)).toHaveAttribute('data-state', state)
}
