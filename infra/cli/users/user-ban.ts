import { ToileError } from '@toile/contracts/errors'
import { MAX_REASON_LENGTH } from '@toile/contracts/backstage/tables.constants'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { messageText } from '@toile/contracts/words'
import { inTransaction } from '@toile/db/client'
import { banUser, unbanUser } from '@toile/db/users/bans'
import { CommandFailed, WrongUsage } from '../command.js'
import { userCommand, type Given } from './user-of.js'

const DAY_MS = 86_400_000
const MAX_DAYS = 36_500

/** Bans a user for some days or permanently, and ends all sessions of the user. */
export const userBan = userCommand(
  'ban',
  async (db, { id, username }, given) => {
    const until = endOf(given)
    const action = { id, actorId: null, reason: reasonOf(given), until }
    await inTransaction(db, (trx) => banUser(trx, action)).catch(sayWhy)
    return `${username} is banned ${until ? `until ${until.toISOString()}` : 'for good'}.`
  },
  { names: ['reason', 'days'], usage: '--reason TEXT [--days N]' },
)

export const userUnban = userCommand(
  'unban',
  async (db, { id, username }, given) => {
    const reason = reasonOf(given)
    await inTransaction(db, (trx) => unbanUser(trx, { id, actorId: null, reason })).catch((error: unknown) => {
      if (error instanceof ToileError && error.code === 'STATE_CONFLICT')
        throw new CommandFailed(`${username} is not banned.`)
      throw error
    })
    return `${username} may sign in again.`
  },
  { names: ['reason'], usage: '--reason TEXT' },
)

function reasonOf({ reason = '' }: Given): string {
  const clean = cleanText(reason)
  if (clean !== '' && lengthOf(clean) <= MAX_REASON_LENGTH) return clean
  throw new WrongUsage(`--reason is required, with at most ${MAX_REASON_LENGTH} characters.`)
}

function endOf({ days }: Given): Date | null {
  if (days === undefined) return null
  const count = Number(days)
  if (!(count > 0 && count <= MAX_DAYS)) throw new WrongUsage(`--days must be above 0 and at most ${MAX_DAYS}.`)
  return new Date(Date.now() + count * DAY_MS)
}

function sayWhy(error: unknown): never {
  if (error instanceof ToileError) throw new CommandFailed(messageText(error.code, error.params, 'en'))
  throw error
}
