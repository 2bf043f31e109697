import { api } from '../../lib/api.js'
import { clearFormDrafts } from '../../lib/forms/form-drafts-key.js'
import { navigateTo } from '../../lib/navigation.js'
import { paths } from '../../lib/paths.js'
import { clearOutbox } from '../messages/outbox-key.js'
import { forgetUploads } from '../uploads/sending/forget-uploads.js'
import { endSession } from '../../lib/session.js'

/** Revokes this session and forgets it here; without a network it is at least forgotten here. */
export async function signOut(): Promise<void> {
  // Away first: a page that needs a session would send one to the sign-in page.
  await navigateTo(paths.home)
  const revoked = api.logout().catch(() => undefined)
  // The call carries its token already, and the socket must not hear of this end as of one that came from elsewhere.
  forgetPerson()
  await revoked
}

/** Forgets the session, and what was kept for going on with it: here the next one may be somebody else. */
export function forgetPerson(): void {
  endSession()
  forgetUploads()
  clearOutbox()
  clearFormDrafts()
}
