import type { userRoutes } from '@toile/contracts/users'
import { call } from './api.js'
import { navigateTo } from './navigation.js'
import { paths } from './paths.js'
import { queryClient } from './query.js'
import { endSession } from './session.js'

/** Revokes this session and forgets it here; without a network it is at least forgotten here. */
export async function signOut(): Promise<void> {
  await call<typeof userRoutes.logout>('POST', '/auth/logout', undefined, { quiet: true })
  endSession()
  queryClient.clear()
  navigateTo(paths.home)
}
