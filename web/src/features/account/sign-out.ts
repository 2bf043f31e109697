import { api } from '../../lib/api.js'
import { clearFormDrafts } from '../../lib/forms/form-drafts-key.js'
import { navigateTo } from '../../lib/navigation.js'
import { paths } from '../../lib/paths.js'
import { clearOutbox } from '../messages/outbox-key.js'
import { forgetUploads } from '../uploads/sending/forget-uploads.js'
import { endSession } from '../../lib/session.js'

/** Forgets this session locally, even without a network, and revokes it if the server can be reached. */
export async function signOut(): Promise<void> {
  // The page is left first, because a page that needs a session would redirect to the sign-in page.
  await navigateTo(paths.home)
  const revoked = api.logout().catch(() => undefined)
  // The session is forgotten before the server answers. Otherwise the socket would report that the session was ended
  // elsewhere. The logout call already has the token.
  forgetPerson()
  await revoked
}

/** Forgets the session, drafts, uploads and unsent messages, because another person may use this device next. */
export function forgetPerson(): void {
  endSession()
  forgetUploads()
  clearOutbox()
  clearFormDrafts()
}
