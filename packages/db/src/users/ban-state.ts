import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'

/**
 * THE condition under which the person of a row of `users` is shut out at this moment, by the database's clock. Every
 * door asks it: sessions (API, sockets, pages), signing in, devices, bytes on their way.
 */
export const isBanned = sql<boolean>`(users.banned_at is not null and (users.banned_until is null or users.banned_until > now()))`

export interface Ban {
  reason: string
  /** Null: for good. */
  until: Date | null
}

/** The ban that is in force for a person; undefined in good standing. */
export async function findBan(db: Db, userId: string): Promise<Ban | undefined> {
  const found = await sql<Ban>`select ban_reason as reason, banned_until as until
    from users where id = ${userId} and ${isBanned}`.execute(db)
  return found.rows[0]
}

/** Passes people in good standing. Throws ACCOUNT_BANNED or ACCOUNT_BANNED_UNTIL, with the reason and the end in it. */
export async function refuseBanned(db: Db, userId: string): Promise<void> {
  const ban = await findBan(db, userId)
  if (!ban) return
  const { reason, until } = ban
  if (!until) throw new ToileError('ACCOUNT_BANNED', { params: { reason } })
  throw new ToileError('ACCOUNT_BANNED_UNTIL', { params: { reason, until: utcMinute(until) } })
}

/** As a mail or an error says a time: 2026-11-30 08:00, in UTC. */
export const utcMinute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
