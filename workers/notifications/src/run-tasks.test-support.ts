import { isTask } from '@toile/contracts/jobs'
import { newId } from '@toile/contracts/ids'
import type { NotificationJob } from '@toile/contracts/notifications/notifications'
import { reactions, type EventType, type Reaction } from '@toile/contracts/reactions'
import type { JobContext } from '@toile/bus/worker'
import { inTransaction, type Db } from '@toile/db/client'
import { claimEvents, markPublished } from '@toile/db/events'
import { insertTasks } from '@toile/db/notifications/notification-tasks'
import { insertWork, moveWork } from '@toile/db/works/works-transitions'
import type { User } from '@toile/db/users/users'
import { createLogger } from '@toile/runtime/logger'
import { makeReadyUpload } from '@toile/testing/factories'
import { notifyHandler } from './handlers/notify.js'

export const context: JobContext = { signal: new AbortController().signal, log: createLogger('test', 'silent') }

/** Turns all unpublished events into tasks, and runs each task `times` times concurrently. */
export async function runTasks(db: Db, times = 1): Promise<void> {
  const types = Object.keys(reactions) as EventType[]
  const claimed = await claimEvents(db, { types, limit: 1_000, seconds: 60 })
  const events = claimed.toSorted((a, b) => +a.created_at - +b.created_at || (a.id < b.id ? -1 : 1))
  const caused = events
    .flatMap((event) => ((reactions[event.type] as Reaction).jobs ?? []).map((job) => ({ event, job })))
    .filter(({ job }) => isTask(job))
  await insertTasks(db, caused)
  if (events.length > 0) await markPublished(db, events)
  for (const { event, job } of caused) {
    const { run } = notifyHandler(db, job as NotificationJob)
    await Promise.all(Array.from({ length: times }, () => run({ id: event.id, attempt: 1 }, context)))
  }
}

export async function makeWork(db: Db, owner: User, title = 'Silk slip dress'): Promise<string> {
  const { uploadId, coverId } = await makeReadyUpload(db, owner)
  const id = newId()
  await inTransaction(db, async (trx) => {
    await insertWork(trx, { id, ownerId: owner.id, title, upload_id: uploadId, cover_id: coverId })
    await moveWork(trx, id, 'released')
  })
  return id
}
