import { useSyncExternalStore } from 'react'
import type { Me, SignedIn } from '@toile/contracts/users'
import { readCookie, removeCookie, writeCookie } from './cookies.js'

/** What the client keeps of the signed-in person, in the shape of the spec. */
export interface UserDetail {
  id: string
  /** Nickname, else name, else empty. */
  name: string
  nickname: string
  email: string | null
  email_verified_at: string | null
  invite_code: string
  /** Only the first avatar's url is kept. */
  avatars: string
  refer?: string
  identify?: string
}

const SESSION_COOKIES = [
  'token',
  'userid',
  'userDetail',
  'userDetailImg',
  'routarname',
  'openKeys',
  'activeKeyRight',
] as const

/** The token stands as JSON text in its cookie; what cannot be decoded is no token. */
export function getToken(): string | undefined {
  const token = readJson('token')
  return typeof token === 'string' && token !== '' ? token : undefined
}

function readJson(name: string): unknown {
  const text = readCookie(name)
  if (!text) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const listeners = new Set<() => void>()
const changed = () => listeners.forEach((listener) => listener())

/** Calls `listener` whenever someone signs in or out here; returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Keeps a new session in the cookies until it ends. */
export function beginSession({ token, expiresAt, user }: SignedIn): void {
  const expiresAtMs = Date.parse(expiresAt)
  writeCookie('token', JSON.stringify(token), expiresAtMs)
  writeCookie('userid', user.id, expiresAtMs)
  keepUser(user, expiresAtMs)
}

/** Refreshes userDetail from the current user. */
export function keepUser(user: Me, expiresAtMs = 0): void {
  const detail: UserDetail = {
    id: user.id,
    name: user.nickname || user.name || '',
    nickname: user.nickname,
    email: user.email,
    email_verified_at: user.email_verified_at,
    invite_code: user.invite_code,
    avatars: user.avatars[0]?.url ?? '',
    ...(user.extra.refer && { refer: user.extra.refer }),
    ...(user.group && { identify: user.group }),
  }
  writeCookie('userDetail', JSON.stringify(detail), expiresAtMs)
  changed()
}

/** Forgets the session on this device. */
export function endSession(): void {
  SESSION_COOKIES.forEach(removeCookie)
  changed()
}

// One string decides whether React has to look again.
const snapshot = () => (getToken() ? (readCookie('userDetail') ?? '{}') : '')

/** The signed-in person, or undefined for a visitor. */
export function useSession(): Partial<UserDetail> | undefined {
  const text = useSyncExternalStore(onSessionChange, snapshot)
  if (!text) return undefined
  try {
    return JSON.parse(text) as Partial<UserDetail>
  } catch {
    return {}
  }
}

// Another tab may have signed in or out while this one was hidden.
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && changed())
