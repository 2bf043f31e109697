import { sql, type InferResult } from 'kysely'
import type { Alert } from '@toile/contracts/queues/alerts'
import type { AlertKind } from '@toile/contracts/queues/alerts.constants'
import { alertPatience } from '@toile/contracts/queues/alerts.constants'
import { newId } from '@toile/contracts/ids'
import type { Params } from '@toile/contracts/failures'
import { inTransaction, type Db } from '../client.js'
import { eventOfMoved } from '../events.js'

export interface HealthSignal {
  kind: AlertKind
  /** Empty for alerts about the whole installation. */
  queue: string
  /** Undefined if the value lies between the thresholds for good and bad. The previous signal then stays. */
  bad: boolean | undefined
  params: Params
}

/** Opens and closes alerts whose signals last long enough. Call it in one relay at a time. @returns how many changed */
export async function updateAlerts(db: Db, signals: readonly HealthSignal[]): Promise<number> {
  const clear = signals.filter(({ bad }) => bad !== undefined)
  return inTransaction(db, async (trx) => {
    await sql`insert into alert_signs as s (kind, queue, bad)
      select kind, queue, bad from jsonb_to_recordset(${JSON.stringify(clear)}::jsonb) as seen (kind text, queue text, bad boolean)
      on conflict (kind, queue) do update set bad = excluded.bad, since = now() where s.bad <> excluded.bad`.execute(
      trx,
    )
    const due = await sql<{ kind: AlertKind; queue: string; bad: boolean; open: boolean; seconds: number }>`
      select s.kind, s.queue, s.bad, a.id is not null as open, extract(epoch from now() - s.since)::float8 as seconds
      from alert_signs s left join alerts a on a.kind = s.kind and a.queue = s.queue and a.closed_at is null
      where s.bad <> (a.id is not null)`.execute(trx)
    let changed = 0
    for (const { kind, queue, bad, seconds } of due.rows) {
      const { openSeconds, closeSeconds } = alertPatience[kind]
      if (bad && seconds >= openSeconds) {
        const signal = signals.find((one) => one.kind === kind && one.queue === queue)
        if (signal) changed += await openAlert(trx, signal)
      }
      if (!bad && seconds >= closeSeconds) changed += await closeAlert(trx, kind, queue)
    }
    return changed
  })
}

async function openAlert(trx: Db, { kind, queue, params }: HealthSignal): Promise<number> {
  const opened = await sql`with moved as (
      insert into alerts (id, kind, queue, params) values (${newId()}, ${kind}, ${queue}, ${JSON.stringify(params)}::jsonb)
      on conflict do nothing returning id, 1 as attempt, version),
    ${eventOfMoved('alert.opened', { kind, queue })}
    select id from moved`.execute(trx)
  return opened.rows.length
}

/** Stores an outage's alert, closed if another is open. Idempotent. False if another opened meanwhile: then retry. */
export async function recordPostgresOutage(
  db: Db,
  { id, openedAt, params }: Alert,
  webhookNotified: boolean,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } =
      await sql`select from alerts where kind = 'postgres' and closed_at is null and id <> ${id}`.execute(trx)
    const other = rows.length > 0
    await sql`with moved as (
        insert into alerts (id, kind, params, opened_at, closed_at, version, notified_version)
        values (${id}, 'postgres', ${JSON.stringify(params)}::jsonb, ${openedAt}, case when ${other} then now() end,
          ${other ? 2 : 1}, ${webhookNotified ? 1 : 0})
        on conflict do nothing returning id, 1 as attempt, version),
      ${eventOfMoved(other ? 'alert.closed' : 'alert.opened', { kind: 'postgres', queue: '' })}
      select 1`.execute(trx)
    await sql`insert into alert_signs (kind, bad) values ('postgres', true)
      on conflict (kind, queue) do update set bad = true, since = now()`.execute(trx)
    const inserted = await sql`select from alerts where id = ${id}`.execute(trx)
    return inserted.rows.length === 1
  })
}

async function closeAlert(trx: Db, kind: AlertKind, queue: string): Promise<number> {
  const closed = await sql`with moved as (
      update alerts set closed_at = now(), updated_at = now(), version = version + 1, notify_tries = 0, notify_at = now()
      where kind = ${kind} and queue = ${queue} and closed_at is null returning id, 1 as attempt, version),
    ${eventOfMoved('alert.closed', { kind, queue })}
    select id from moved`.execute(trx)
  return closed.rows.length
}

/** Returns false if the alert is closed or acknowledged already. */
export async function acknowledgeAlert(db: Db, id: string, userId: string): Promise<boolean> {
  const moved = await sql`with moved as (
      update alerts set acknowledged_at = now(), acknowledged_by = ${userId}, updated_at = now(), version = version + 1,
        notify_tries = 0, notify_at = now()
      where id = ${id} and closed_at is null and acknowledged_at is null returning id, 1 as attempt, version),
    ${eventOfMoved('alert.acknowledged')}
    select id from moved`.execute(db)
  return moved.rows.length === 1
}

export async function findAlertRecipients(
  db: Db,
  id: string,
): Promise<{ kind: AlertKind; queue: string; administrators: string[] } | undefined> {
  const { rows } = await sql<{ kind: AlertKind; queue: string; administrators: string[] }>`select kind, queue,
      array(select id from users where "group" = 'admin' and deleted_at is null order by id) as administrators
    from alerts where id = ${id}`.execute(db)
  return rows[0]
}

const selectAlerts = (db: Db) =>
  db
    .selectFrom('alerts as a')
    .leftJoin('users as u', 'u.id', 'a.acknowledged_by')
    .select(['a.id', 'kind', 'params', 'opened_at as openedAt', 'acknowledged_at as acknowledgedAt', 'a.version'])
    .select(['closed_at as closedAt', sql<string | null>`nullif(queue, '')`.as('queue')])
    .select(sql<string | null>`coalesce(nullif(u.nickname, ''), u.username::text)`.as('acknowledgedBy'))

const alertOf = (row: InferResult<ReturnType<typeof selectAlerts>>[number]): Alert => ({
  ...row,
  openedAt: row.openedAt.toISOString(),
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  closedAt: row.closedAt?.toISOString() ?? null,
})

export async function findAlerts(db: Db, ids: readonly string[]): Promise<Alert[]> {
  const rows = await selectAlerts(db)
    .where(sql<boolean>`a.id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(alertOf)
}

export async function listAlerts(
  db: Db,
  { open, page, pageSize }: { open: boolean; page: number; pageSize: number },
): Promise<{ items: Alert[]; total: number }> {
  const isWanted = open ? sql<boolean>`closed_at is null` : sql<boolean>`true`
  const items = await selectAlerts(db)
    .where(isWanted)
    .orderBy('opened_at', 'desc')
    .orderBy('a.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const total = await sql<{ count: number }>`select count(*)::int as count from alerts where ${isWanted}`.execute(db)
  return { items: items.map(alertOf), total: total.rows[0]!.count }
}

/** Seconds until an unfinished webhook delivery is first retried. A delivery times out long before that. */
const RESEND_SECONDS = 15

/** Claims up to 20 alerts with unsent changes of the last day. Each retry waits twice as long, up to 16 minutes. */
export async function takeUnpublished(db: Db): Promise<Alert[]> {
  const taken = await sql<{ id: string }>`update alerts
    set notify_tries = notify_tries + 1,
      notify_at = now() + make_interval(secs => ${RESEND_SECONDS} * 2 ^ least(notify_tries, 6))
    where id in (select id from alerts where notified_version < version and notify_at <= now()
      and updated_at > now() - interval '1 day' order by notify_at limit 20 for update skip locked)
    returning id`.execute(db)
  return taken.rows.length === 0
    ? []
    : findAlerts(
        db,
        taken.rows.map(({ id }) => id),
      )
}

export async function markPublished(db: Db, { id, version }: { id: string; version: number }): Promise<void> {
  await sql`update alerts set notified_version = ${version} where id = ${id} and notified_version < ${version}`.execute(
    db,
  )
}

export interface DatabaseUse {
  connections: number
  most: number
}

export async function databaseUse(db: Db): Promise<DatabaseUse> {
  const { rows } = await sql<DatabaseUse>`select count(*)::int as connections,
      current_setting('max_connections')::int as most from pg_stat_activity where backend_type = 'client backend'`.execute(
    db,
  )
  return rows[0]!
}
