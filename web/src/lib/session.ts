import { createExternalStore } from './external-store.js'
import type { Me, SignedIn } from '@toile/contracts/users/users'
import { readCookie, removeCookie, writeCookie } from './cookies.js'
import { pageFolders } from './page-folders.js'
import { claimsOf, tokenOf } from './token.js'
import { userDetailOf, type UserDetail } from './user-detail.js'

const sessionCookies = [
  'token',
  'userid',
  'userDetail',
  'userDetailImg',
  'routarname',
  'openKeys',
  'activeKeyRight',
] as const

export function getToken(): string | undefined {
  return tokenOf(readCookie('token'))
}

/** False only if the stored user id differs from the id in the token. The server judges an unreadable token. */
export function isOwnSession(): boolean {
  const claims = claimsOf(getToken())
  const userId = readCookie('userid')
  return !claims || !userId || claims.sub === userId
}

const { changed, subscribe, useValue } = createExternalStore()

/** Calls the listener when the session may have changed. Returns a function that unsubscribes. */
export const onSessionChange = subscribe

export function beginSession({ token, expiresAt, user }: Pick<SignedIn, 'token' | 'expiresAt' | 'user'>): void {
  const expiresAtMs = Date.parse(expiresAt)
  writeCookie('token', JSON.stringify(token), expiresAtMs)
  storeUser(user)
}

export function storeUser(user: Me): void {
  const expiresAtMs = (claimsOf(getToken())?.exp ?? 0) * 1_000
  writeCookie('userid', user.id, expiresAtMs)
  writeCookie('userDetail', JSON.stringify(userDetailOf(user)), expiresAtMs)
  changed()
}

/** Forgets the session on this device. Cookies set without a path are removed too: their path is a folder of pages. */
export function endSession(): void {
  sessionCookies.forEach((name) => removeCookie(name, pageFolders))
  changed()
}

// A string, because React compares snapshots by identity, and a parsed object would be new each time.
const snapshot = () => (getToken() ? (readCookie('userDetail') ?? '{}') : '')

export function useSession(): Partial<UserDetail> | undefined {
  return parse(useValue(snapshot))
}

function parse(text: string): Partial<UserDetail> | undefined {
  if (!text) return undefined
  try {
    return JSON.parse(text) as Partial<UserDetail>
  } catch {
    return {}
  }
}

/** Rereads the session when the page becomes visible, because another tab may have changed it. */
export function watchOtherTabs(): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && changed())
}
