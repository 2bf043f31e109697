import { sql } from 'kysely'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Activation } from '@toile/contracts/software/devices'
import { MAX_DEVICES, MAX_UNBINDS, UNBIND_DAYS } from '@toile/contracts/software/software.constants'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'
import { refuseBanned } from '../users/ban-state.js'
import { contains, findRow, type Table, type WithDates } from '../table.js'
import { recordAudit } from '../audit/audit.js'
import { activateInvitation } from '../users/invitations.js'
import { revokeSession } from '../sessions/sessions.js'

const columns = ['id', 'user_id as userId', 'name', 'bound_at as boundAt', 'last_seen_at as lastSeenAt'] as const

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

/** Serializes a user's binding and unbinding of devices, so that concurrent calls cannot exceed the limits. */
const lockUser = (trx: Db, userId: string) =>
  sql`select id from users where id = ${userId} for no key update`.execute(trx)

export function listDevices(db: Db, userId: string) {
  return db
    .selectFrom('devices')
    .select(columns)
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deviceOwner(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('devices')
    .select('user_id')
    .where('id', '=', id)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()
  return found?.user_id
}

export interface Binding {
  userId: string
  deviceId: string
  name: string
  tokenHash: Buffer
  sessionId: string
}

/**
 * Binds a device or renews its binding. The user's first call activates the invitation by which the user registered.
 * @throws ToileError DEVICE_LIMIT, errors of refuseBanned()
 */
export function bindDevice(db: Db, binding: Binding): Promise<{ device: DeviceRow; firstSignIn: boolean }> {
  const { userId, deviceId, name, tokenHash, sessionId } = binding
  return inTransaction(db, async (trx) => {
    await lockUser(trx, userId)
    await refuseBanned(trx, userId)
    const again = await trx
      .updateTable('devices')
      .set({ name, token_hash: tokenHash, session_id: sessionId })
      .set({ last_seen_at: sql`now()`, version: sql`version + 1` })
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('unbound_at', 'is', null)
      .returning(columns)
      .executeTakeFirst()
    const device = again ?? (await insertDevice(trx, binding))
    return { device, firstSignIn: await activateInvitation(trx, userId) }
  })
}

async function insertDevice(trx: Db, { userId, deviceId, name, tokenHash, sessionId }: Binding): Promise<DeviceRow> {
  if ((await listDevices(trx, userId)).length >= MAX_DEVICES)
    throw new ToileError('DEVICE_LIMIT', { params: { limit: MAX_DEVICES } })
  const id = newId()
  await sql`with moved as (
      insert into devices (id, user_id, device_id, name, token_hash, session_id)
      values (${id}, ${userId}, ${deviceId}, ${name}, ${tokenHash}, ${sessionId})
      returning id, 1 as attempt, version),
    ${eventOfMoved('device.bound')}
    select 1`.execute(trx)
  return trx.selectFrom('devices').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Undefined for an unknown token, an unbound device or a deleted user. @throws the errors of refuseBanned() */
export async function renewLease(db: Db, tokenHash: Buffer): Promise<DeviceRow | undefined> {
  const device = await db.selectFrom('devices').select('user_id').where('token_hash', '=', tokenHash).executeTakeFirst()
  if (device) await refuseBanned(db, device.user_id)
  return db
    .updateTable('devices')
    .set({ last_seen_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('unbound_at', 'is', null)
    .where(sql<boolean>`exists (select from users where id = devices.user_id and deleted_at is null)`)
    .returning(columns)
    .executeTakeFirst()
}

export interface Unbinding {
  id: string
  actorId: string
  keepSession?: string | undefined
  /** False for an administrator. Such an unbinding does not count against the user's limit. */
  isOwn?: boolean
}

/** Also ends the device's session unless it is `keepSession`. @throws ToileError NOT_FOUND; UNBIND_LIMIT if `isOwn` */
export function unbindDevice(db: Db, { id, actorId, keepSession, isOwn = true }: Unbinding): Promise<void> {
  return inTransaction(db, async (trx) => {
    const ownerId = await deviceOwner(trx, id)
    if (!ownerId) throw new ToileError('NOT_FOUND')
    await lockUser(trx, ownerId)
    if (isOwn) await assertMayUnbind(trx, ownerId)
    const unbound = await sql<{ session_id: string | null }>`with moved as (
        update devices set unbound_at = now(), unbound_by = ${actorId}, unbound_own = ${isOwn}, token_hash = null, version = version + 1
        where id = ${id} and unbound_at is null returning id, session_id, 1 as attempt, version),
      ${eventOfMoved('device.unbound')}
      select session_id from moved`.execute(trx)
    const [device] = unbound.rows
    if (!device) throw new ToileError('NOT_FOUND')
    if (device.session_id && device.session_id !== keepSession) await revokeSession(trx, device.session_id)
  })
}

/** Limits unbindings, so that one entitlement cannot be passed around a class. @throws ToileError UNBIND_LIMIT */
async function assertMayUnbind(trx: Db, userId: string): Promise<void> {
  const counted = await sql<{ count: number; next: string; seconds: number }>`
    with own as (select unbound_at from devices where user_id = ${userId} and unbound_own
        and unbound_at > now() - make_interval(days => ${UNBIND_DAYS}) order by unbound_at desc limit ${MAX_UNBINDS}),
      next as (select min(unbound_at) + make_interval(days => ${UNBIND_DAYS}) as at from own)
    select (select count(*) from own)::int as count, to_char(at at time zone 'utc', 'YYYY-MM-DD') as next,
      ceil(extract(epoch from at - now()))::int as seconds from next`.execute(trx)
  const { count, next, seconds } = counted.rows[0]!
  if (count >= MAX_UNBINDS)
    throw new ToileError('UNBIND_LIMIT', {
      params: { limit: MAX_UNBINDS, days: UNBIND_DAYS, date: next },
      retryAfterSeconds: seconds,
    })
}

export type ActivationRow = WithDates<Activation, 'boundAt' | 'lastSeenAt' | 'unboundAt'>

const userName = sql`coalesce(nullif(u.nickname, ''), u.username::text)`

/** Current and former devices. `q` searches the names of the user and the device. */
export const activationTable: Table<'activations'> = {
  select: sql`d.id, jsonb_build_object('id', d.user_id, 'name', ${userName}) as "user", d.name as "deviceName",
    d.bound_at as "boundAt", d.last_seen_at as "lastSeenAt", d.unbound_at as "unboundAt"`,
  from: sql`devices d join users u on u.id = d.user_id`,
  id: sql`d.id`,
  sort: {
    user: sql`lower(${userName})`,
    deviceName: sql`lower(d.name)`,
    boundAt: sql`d.bound_at`,
    lastSeenAt: sql`d.last_seen_at`,
    unboundAt: sql`d.unbound_at`,
  },
  file: {
    user: sql`listed."user" ->> 'name'`,
    deviceName: 'deviceName',
    state: sql`case when listed."unboundAt" is null then 'bound' else 'unbound' end`,
    boundAt: 'boundAt',
    lastSeenAt: 'lastSeenAt',
    unboundAt: 'unboundAt',
  },
  first: { sort: 'boundAt', order: 'desc' },
  where: ({ bound, q }) => [
    ...(bound === undefined ? [] : [sql`(d.unbound_at is null) = ${bound}`]),
    ...(q ? [contains(q, sql`u.nickname`, sql`u.username`, sql`d.name`)] : []),
  ],
}

export const findActivation = (db: Db, id: string) => findRow<ActivationRow>(db, activationTable, id)

/** Unbinds a device without counting against the user's limit. @throws ToileError NOT_FOUND, STATE_CONFLICT */
export function endActivation(
  db: Db,
  {
    id,
    actorId,
    keepSession,
    reason,
  }: { id: string; actorId: string; keepSession?: string | undefined; reason: string },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const row = await findActivation(trx, id)
    if (!row) throw new ToileError('NOT_FOUND')
    if (row.unboundAt) throw new ToileError('STATE_CONFLICT')
    await unbindDevice(trx, { id, actorId, keepSession, isOwn: false })
    await recordAudit(trx, {
      actorId,
      reason,
      action: 'device.unbound',
      subjectKind: 'device',
      subjectId: id,
      params: { userId: row.user.id, name: row.deviceName },
      before: { state: 'bound' },
      after: { state: 'unbound' },
    })
  })
}

export function devicePeople(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('devices')
    .select(['id', 'user_id as userId', 'version'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}
