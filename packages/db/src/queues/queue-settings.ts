import { sql } from 'kysely'
import type { QueueName } from '@toile/contracts/jobs'
import type { Db } from '../client.js'

// Administrators' settings for queues and workers. The relay copies them to Redis once a second.

export interface QueueSetting {
  queue: string
  paused: boolean
  concurrency: number | null
}

export function queueSettings(db: Db): Promise<QueueSetting[]> {
  return db.selectFrom('queue_settings').select(['queue', 'paused', 'concurrency']).execute()
}

export async function setPaused(db: Db, queue: QueueName, paused: boolean): Promise<void> {
  await sql`insert into queue_settings (queue, paused) values (${queue}, ${paused})
    on conflict (queue) do update set paused = ${paused}, updated_at = now()`.execute(db)
}

/** Jobs that each worker runs at once; null restores each worker's own default. */
export async function setConcurrency(db: Db, queue: QueueName, concurrency: number | null): Promise<void> {
  await sql`insert into queue_settings (queue, concurrency) values (${queue}, ${concurrency})
    on conflict (queue) do update set concurrency = ${concurrency}, updated_at = now()`.execute(db)
}

/** Worker ids are per process, so a drain ends with the process. */
export async function setDrained(db: Db, workerId: string, drained: boolean): Promise<void> {
  if (drained)
    await sql`insert into drained_workers (worker_id) values (${workerId}) on conflict do nothing`.execute(db)
  else await db.deleteFrom('drained_workers').where('worker_id', '=', workerId).execute()
}

export async function drainedWorkers(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('drained_workers').select('worker_id').execute()
  return rows.map((row) => row.worker_id)
}

export async function forgetDrained(db: Db, living: readonly string[]): Promise<void> {
  await sql`delete from drained_workers
    where created_at < now() - interval '1 day' and worker_id <> all(${living}::uuid[])`.execute(db)
}
