import { ToileError } from '@toile/contracts/errors'
import { setGroup } from '@toile/db/users/user-rights'
import { CommandFailed } from '../command.js'
import { userCommand } from './user-of.js'

/** The pages that the user has open adapt to the new rights within a second. */
export const userPromote = userCommand('promote', async (db, { id, username }) => {
  const changed = await setGroup(db, { id, actorId: null }, 'admin').catch((error: unknown) => {
    if (error instanceof ToileError && error.code === 'BANNED_NO_ADMINISTRATOR')
      throw new CommandFailed(`${username} is banned.`)
    throw error
  })
  return changed ? `${username} is an administrator now.` : `${username} is one already.`
})

/** Never demotes the last administrator. */
export const userDemote = userCommand('demote', async (db, { id, username }) => {
  const changed = await setGroup(db, { id, actorId: null }, 'user').catch((error: unknown) => {
    if (error instanceof ToileError && error.code === 'STATE_CONFLICT')
      throw new CommandFailed(`${username} is the only administrator.`)
    throw error
  })
  return changed ? `${username} is no administrator any more.` : `${username} is none.`
})
