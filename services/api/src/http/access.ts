import { ToileError } from '@toile/contracts/errors'
import { PROVEN_MINUTES } from '@toile/contracts/sessions/sessions.constants'
import type { Owned, Route } from '@toile/contracts/route'
import { isId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { deviceOwner } from '@toile/db/software/devices'
import { imageOwner } from '@toile/db/images/images'
import { renderOwner } from '@toile/db/renders/renders'
import { isSessionProven, sessionOwner } from '@toile/db/sessions/sessions'
import { uploadOwner } from '@toile/db/uploads/uploads'
import { videoOwner } from '@toile/db/videos/videos'
import { workOwner } from '@toile/db/works/works'
import type { Caller } from './authentication.js'

const owners: Record<Owned, (db: Db, id: string) => Promise<string | undefined>> = {
  upload: uploadOwner,
  image: imageOwner,
  video: videoOwner,
  render: renderOwner,
  work: workOwner,
  session: sessionOwner,
  device: deviceOwner,
}

/**
 * A caller who has an account step left may use the routes of this step. On public routes, such a caller counts as a
 * visitor. @throws ACCOUNT_UNFINISHED for such a caller on any other route
 */
export function withinStep(route: Route, caller: Caller | undefined): Caller | undefined {
  if (!caller?.step || route.steps?.includes(caller.step)) return caller
  if (route.access === 'public') return undefined
  throw new ToileError('ACCOUNT_UNFINISHED')
}

/** Throws if the caller may not use the route. Another user's thing gives NOT_FOUND, as if the thing did not exist. */
export async function permit(db: Db, route: Route, caller: Caller | undefined, id: string | undefined): Promise<void> {
  if (route.access === 'public') return
  if (!caller) throw new ToileError('UNAUTHENTICATED')
  if (route.access === 'admin' && caller.user.group !== 'admin') throw new ToileError('FORBIDDEN')
  if (route.access === 'owner') {
    const owner = route.owns && isId(id ?? '') ? await owners[route.owns](db, id!) : undefined
    if (owner !== caller.user.id) throw new ToileError('NOT_FOUND')
  }
  if ((route.access === 'verified' || route.verified) && !caller.user.email_verified_at)
    throw new ToileError('EMAIL_UNVERIFIED')
  if (route.proof && !(await isSessionProven(db, caller.sessionId, PROVEN_MINUTES)))
    throw new ToileError('REAUTHENTICATION_REQUIRED')
}
