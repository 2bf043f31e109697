import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import type { Db } from '../client.js'

interface Request {
  userId: string
  key: string
  route: string
  requestHash: string
}

/**
 * Call it in the transaction of the effect. A concurrent duplicate waits until that transaction ends. Returns the first
 * response to a used key, or undefined for a new key. @throws ToileError IDEMPOTENCY_KEY_REUSED if the key was used
 * with another body, UNAVAILABLE if a used key has no response yet
 */
export async function takeIdempotencyKey(
  db: Db,
  request: Request,
): Promise<{ status: number; answer: object | null } | undefined> {
  const taken = await sql`insert into idempotency_keys (user_id, key, route, request_hash)
    values (${request.userId}, ${request.key}, ${request.route}, ${request.requestHash})
    on conflict do nothing returning key`.execute(db)
  if (taken.rows.length === 1) return undefined
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .where('route', '=', request.route)
    .executeTakeFirst()
  if (first?.status == null) throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 1 })
  if (first.request_hash !== request.requestHash) throw new ToileError('IDEMPOTENCY_KEY_REUSED')
  return { status: first.status, answer: first.answer }
}

/** Call it in the transaction of the effect. */
export async function saveResponse(db: Db, request: Request, status: number, answer: unknown): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(answer ?? null) })
    .where('user_id', '=', request.userId)
    .where('key', '=', request.key)
    .where('route', '=', request.route)
    .execute()
}

/** Deletes keys after a day. No client retries for that long. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '1 day'`.execute(db)
}
