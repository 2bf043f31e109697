import { inTransaction, type Db } from '@toile/db/client'
import { banUser } from '@toile/db/users/bans'
import { setGroup } from '@toile/db/users/user-rights'
import type { User } from '@toile/db/users/users'
import { callers, type Caller } from './access-tables.js'
import { makeToken, makeUser } from './factories.js'

export interface Callers {
  people: Record<Exclude<Caller, 'visitor'>, User>
  /** One token per caller, for calls that do not end the caller's session. */
  tokens: Record<Caller, string | undefined>
  /** Starts a new session and returns its token, for a call that ends the caller's session. */
  tokenOf(caller: Caller): Promise<string | undefined>
}

/** All but `half-made` have a password. From a user without one, reauthenticate() accepts a recent sign-in instead. */
export async function makeCallers(db: Db): Promise<Callers> {
  const password = 'a good password'
  const people: Callers['people'] = {
    banned: await makeUser(db, { password }),
    'half-made': await makeUser(db),
    unverified: await makeUser(db, { password, verified: false }),
    other: await makeUser(db, { password }),
    demoted: await makeUser(db, { password, group: 'admin' }),
    administrator: await makeUser(db, { password, group: 'admin' }),
    owner: await makeUser(db, { password }),
  }
  const { banned, demoted, administrator } = people
  const tokenOf: Callers['tokenOf'] = async (caller) => {
    if (caller === 'visitor') return undefined
    return (await makeToken(db, people[caller], caller === 'half-made' ? 'bind_email' : undefined)).token
  }
  const before = await tokenOf('demoted')
  await setGroup(db, { id: demoted.id, actorId: null }, 'user')
  const ban = { id: banned.id, actorId: administrator.id, reason: 'Sells stolen works', until: null }
  await inTransaction(db, (trx) => banUser(trx, ban))
  // The banned user's session starts after the ban, as in a concurrent sign-in. So only the ban can refuse the session.
  const tokens = {} as Callers['tokens']
  for (const caller of callers) tokens[caller] = caller === 'demoted' ? before : await tokenOf(caller)
  return { people, tokens, tokenOf }
}
