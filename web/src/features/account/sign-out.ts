import { api } from '../../lib/api.js'
import { clearFormDrafts } from '../../lib/forms/form-drafts-key.js'
import { navigateTo } from '../../lib/navigation.js'
import { paths } from '../../lib/paths.js'
import { clearOutbox } from '../messages/outbox-key.js'
import { forgetUploads } from '../uploads/sending/forget-uploads.js'
import { endSession } from '../../lib/session.js'

/** Forgets this session locally, even without a network, and revokes it if the server can be reached. */
export async function signOut(): Promise<void> {
  // Leaves the page first: without a session, most pages would redirect to the sign-in page.
  await navigateTo(paths.home)
  const revoked = api.logout().catch(() => undefined)
  // Does not wait: the call already has its token, and the socket must not take this for a session ended elsewhere.
  forgetPerson()
  await revoked
}

/** Forgets the session, drafts, uploads and unsent messages, because the next user here may be a different one. */
export function forgetPerson(): void {
  endSession()
  forgetUploads()
  clearOutbox()
  clearFormDrafts()
}
