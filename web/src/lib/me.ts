import { useEffect } from 'react'
import type { Me } from '@toile/contracts/users/users'
import { api } from './api.js'
import { rememberDisplayName } from './display-names-store.js'
import { navigateTo } from './navigation.js'
import { paths } from './paths.js'
import { getToken, storeUser, onSessionChange, useSession } from './session.js'

let cached: { token: string; user: Promise<Me | undefined> } | undefined

// After a sign-in or sign-out, also in another tab, the cached user is no longer the current one.
onSessionChange(() => {
  if (cached && cached.token !== getToken()) cached = undefined
})

/** The user, cached for the session unless `fresh`. Undefined for visitors, on errors and after a session change. */
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

export async function leaveBackstageUnlessAdmin(): Promise<void> {
  const user = await loadMe({ fresh: true })
  if (user && !user.backstage && /^\/backgroundAdmin(\/|$)/.test(location.pathname)) await navigateTo(paths.home)
}

export async function isAdmin(): Promise<boolean> {
  return (await loadMe())?.backstage !== undefined
}

/**
 * Loads the user. Until the email is verified, reloads the user each time this tab is shown, because the link in the
 * email opens another tab.
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
