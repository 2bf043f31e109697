import { useEffect } from 'react'
import type { Me } from '@toile/contracts/users/users'
import { api } from './api.js'
import { rememberDisplayName } from './display-names-store.js'
import { navigateTo } from './navigation.js'
import { paths } from './paths.js'
import { getToken, storeUser, onSessionChange, useSession } from './session.js'

let cached: { token: string; user: Promise<Me | undefined> } | undefined

// Signing in or out, here or in another tab: what was known was of somebody else.
onSessionChange(() => {
  if (cached && cached.token !== getToken()) cached = undefined
})

/**
 * The current user, asked for once in a session and kept; `fresh` asks again. Undefined for a visitor and when it could
 * not be fetched, which is logged and means: no administrator.
 */
export function loadMe({ fresh = false } = {}): Promise<Me | undefined> {
  const token = getToken()
  if (!token) return Promise.resolve(undefined)
  if (!cached || cached.token !== token || fresh) cached = { token, user: fetchMe(token) }
  return cached.user
}

async function fetchMe(token: string): Promise<Me | undefined> {
  try {
    const user = await api.me()
    if (token !== getToken()) return undefined
    storeUser(user)
    rememberDisplayName(user.nickname || user.name)
    return user
  } catch (error) {
    if (token !== getToken()) return undefined
    cached = undefined
    console.warn('The current user could not be fetched:', error)
    return undefined
  }
}

/** Asks anew who one is, and goes home from the back office where one is no administrator (any more). */
export async function leaveBackstageUnlessAdmin(): Promise<void> {
  const user = await loadMe({ fresh: true })
  if (user && !user.backstage && /^\/backgroundAdmin(\/|$)/.test(location.pathname)) await navigateTo(paths.home)
}

/** Whether the current user may enter the back office: only the presence of `backstage` says so. */
export async function isAdmin(): Promise<boolean> {
  return (await loadMe())?.backstage !== undefined
}

/**
 * Keeps the signed-in person fresh: once at start, and, while the email is not verified, whenever the tab becomes
 * visible again - the link of the mail was probably opened in another one.
 */
export function useRefreshMe(): void {
  const session = useSession()
  const unverified = session !== undefined && !session.email_verified_at
  useEffect(() => void loadMe(), [])
  useEffect(() => {
    if (!unverified) return
    const onVisible = () => document.visibilityState === 'visible' && void loadMe({ fresh: true })
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [unverified])
}
