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

/** The token of this browser's session; undefined for a visitor. */
export function getToken(): string | undefined {
  return tokenOf(readCookie('token'))
}

/** Whether the kept person is the one that the token is for; a token that says nothing is for the server to judge. */
export function isOwnSession(): boolean {
  const claims = claimsOf(getToken())
  const userId = readCookie('userid')
  return !claims || !userId || claims.sub === userId
}

const { changed, subscribe, useValue } = createExternalStore()

/** Calls the listener whenever someone signs in or out here; returns how to stop. */
export const onSessionChange = subscribe

/** Keeps a new session in the cookies until it ends. */
export function beginSession({ token, expiresAt, user }: Pick<SignedIn, 'token' | 'expiresAt' | 'user'>): void {
  const expiresAtMs = Date.parse(expiresAt)
  writeCookie('token', JSON.stringify(token), expiresAtMs)
  storeUser(user)
}

/** Stores the current user in the cookies, for as long as the token is good. */
export function storeUser(user: Me): void {
  const expiresAtMs = (claimsOf(getToken())?.exp ?? 0) * 1_000
  writeCookie('userid', user.id, expiresAtMs)
  writeCookie('userDetail', JSON.stringify(userDetailOf(user)), expiresAtMs)
  changed()
}

/** Forgets the session on this device; whatever set a cookie without naming a path set it for a folder of pages. */
export function endSession(): void {
  sessionCookies.forEach((name) => removeCookie(name, pageFolders))
  changed()
}

// One string decides whether React has to look again.
const snapshot = () => (getToken() ? (readCookie('userDetail') ?? '{}') : '')

/** The signed-in person, or undefined for a visitor. */
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

/** Looks again when the page is shown: another tab may have signed in or out while this one was hidden. */
export function watchOtherTabs(): void {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && changed())
}
