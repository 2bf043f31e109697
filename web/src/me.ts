import { useEffect } from 'react'
import type { userRoutes } from '@toile/contracts/users'
import { FAILED, call } from './api.js'
import { getToken, keepUser, useSession } from './session.js'

async function refresh(): Promise<void> {
  if (!getToken()) return
  const answer = await call<typeof userRoutes.me>('GET', '/auth/me', undefined, { quiet: true })
  if (answer.code !== FAILED) keepUser(answer.data)
}

/**
 * Keeps the signed-in person fresh: once at start, and, while the email is not verified, whenever the tab becomes
 * visible again - the link of the mail was probably opened in another one.
 */
export function useFreshMe(): void {
  const session = useSession()
  const unverified = session !== undefined && !session.email_verified_at
  useEffect(() => void refresh(), [])
  useEffect(() => {
    if (!unverified) return
    const onVisible = () => document.visibilityState === 'visible' && void refresh()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [unverified])
}
