import { ToileError } from '@toile/contracts/errors'
import type { accountRoutes } from '@toile/contracts/accounts'
import type { emailRoutes } from '@toile/contracts/emails'
import type { passwordRoutes } from '@toile/contracts/passwords'
import type { profileRoutes } from '@toile/contracts/profiles'
import type { HandlersOf } from '../implement.js'

const notYet = async (): Promise<never> => {
  throw new ToileError('UNAVAILABLE')
}

/** Declared, and not there yet: they answer 503. */
export const notYetHandlers: HandlersOf<
  typeof passwordRoutes & typeof emailRoutes & typeof profileRoutes & typeof accountRoutes
> = {
  retrievePassword: notYet,
  resetPassword: notYet,
  changePassword: notYet,
  sendVerification: notYet,
  confirmEmail: notYet,
  changeEmail: notYet,
  bindEmail: notYet,
  getProfile: notYet,
  updateProfile: notYet,
  setAvatar: notYet,
  removeAvatar: notYet,
  deleteAccount: notYet,
  exportAccount: notYet,
}
