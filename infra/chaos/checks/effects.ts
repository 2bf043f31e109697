import { PREFIX } from '@toile/bus/redis'
import { queueNames } from '@toile/contracts/jobs'
import type { Db } from '@toile/db/client'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import { entriesOf } from '../journal.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I3: every event is published, no job or upload is left behind, and acknowledged works exist once. */
export async function checkEffects({ journal, db, redis }: Evidence): Promise<Verdict> {
  const works = entriesOf(journal, 'work')
  const patches = entriesOf(journal, 'patch')
  const verdict = emptyVerdict('I3', 'a committed change has its effect, once', works.length + patches.length)
  verdict.stuck.push(...(await onItsWay(db, redis)))
  verdict.stuck.push(...entriesOf(journal, 'gaveUp').map(({ what }) => what))
  for (const { title, workId } of works) {
    const made = await db.selectFrom('works').select(['id', 'intro']).where('title', '=', title).execute()
    if (made.length > 1) verdict.doubled.push(`work ${title}: ${made.length} times`)
    const found = made.find(({ id }) => id === workId)
    if (!found) verdict.lost.push(`work ${workId}`)
    const patched = patches.findLast((patch) => patch.workId === workId)
    if (found && patched && found.intro !== patched.intro)
      verdict.lost.push(`work ${workId}: says "${found.intro}", not "${patched.intro}"`)
  }
  return verdict
}

/** Lists unfinished work: unannounced `reviewing` phases, waiting mails, tasks, events, received uploads and jobs. */
export async function onItsWay(db: Db, redis: Redis): Promise<string[]> {
  const events = await db.selectFrom('events').select(['id', 'type']).where('published_at', 'is', null).execute()
  const uploads = await db
    .selectFrom('uploads')
    .select(['id', 'stage'])
    .where('received_at', 'is not', null)
    .where('stage', 'in', ['upload', 'finished', 'processed'])
    .execute()
  const tasks = await db.selectFrom('notification_tasks').select(['id', 'job']).execute()
  const mails = await db.selectFrom('mails').select(['id', 'kind']).where('state', '=', 'waiting').execute()
  const unannounced = await sql<{ id: string }>`select id from activities a where submission_ends_at < now()
    and not exists (select from activity_announcements n where n.activity_id = a.id and n.phase = 'reviewing')`.execute(
    db,
  )
  const found = [
    ...unannounced.rows.map(({ id }) => `the news that ${id} is with its jury`),
    ...mails.map(({ id, kind }) => `mail ${id} ${kind}`),
    ...tasks.map(({ id, job }) => `task ${id} ${job}`),
    ...events.map(({ id, type }) => `event ${id} ${type}`),
    ...uploads.map(({ id, stage }) => `upload ${id} in ${stage}`),
  ]
  // MULTI reads all lists at once: between two separate reads, a job could move and be missing in both lists.
  const reads = redis.multi()
  for (const name of queueNames) {
    const queue = `${PREFIX}:${name}`
    for (const list of ['wait', 'active']) reads.lrange(`${queue}:${list}`, 0, -1)
    for (const set of ['prioritized', 'delayed']) reads.zrange(`${queue}:${set}`, '0', '-1')
  }
  for (const [error, jobs] of (await reads.exec()) ?? []) {
    if (error) throw error
    found.push(...(jobs as string[]).map((id) => `job ${id}`))
  }
  return found
}
