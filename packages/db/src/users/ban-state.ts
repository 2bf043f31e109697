import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'

/** The only definition of a banned user. It uses the database's clock. */
export const isBanned = sql<boolean>`(users.banned_at is not null and (users.banned_until is null or users.banned_until > now()))`

export interface Ban {
  reason: string
  /** Null for a permanent ban. */
  until: Date | null
}

export async function findBan(db: Db, userId: string): Promise<Ban | undefined> {
  const found = await sql<Ban>`select ban_reason as reason, banned_until as until
    from users where id = ${userId} and ${isBanned}`.execute(db)
  return found.rows[0]
}

/** @throws ToileError ACCOUNT_BANNED with the reason, or ACCOUNT_BANNED_UNTIL with the reason and the end */
export async function refuseBanned(db: Db, userId: string): Promise<void> {
  const ban = await findBan(db, userId)
  if (!ban) return
  const { reason, until } = ban
  if (!until) throw new ToileError('ACCOUNT_BANNED', { params: { reason } })
  throw new ToileError('ACCOUNT_BANNED_UNTIL', { params: { reason, until: utcMinute(until) } })
}

/** UTC time in mails and errors: 2026-11-30 08:00. */
export const utcMinute = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
