import { randomBytes } from 'node:crypto'
import type { Db } from '@toile/db/client'
import { readTable, type TableFilter } from '@toile/db/table'
import { activitiesTable, findActivity, ownPart, type ActivityRow } from '@toile/db/activities/activities'
import { insertActivity, updateActivity, type ActivityFields } from '@toile/db/activities/activities-backstage'
import { awardActivity } from '@toile/db/activities/activity-awards'
import { register } from '@toile/db/activities/activity-registrations'
import { scoreWork } from '@toile/db/activities/activity-scores'
import { findEntry, submitWork } from '@toile/db/activities/activity-submissions'
import { findLogin } from '@toile/db/users/users'
import type { WorkCardRow } from '@toile/db/works/work-cards'
import { listOwnWorks } from '@toile/db/works/works'
import { ensureDemoAccount } from './accounts.js'
import { demoActivities, type DemoActivity } from './demo-activities.js'
import { demoCreators } from './garments/demo-garments.js'

const DAY_MS = 86_400_000
/** A phase's new end lies this far in the future, because updateActivity() refuses times that have passed. */
const AHEAD_MS = 250

export async function makeDemoActivities(db: Db): Promise<void> {
  for (const account of demoCreators)
    if (!(await findLogin(db, account.username)))
      await ensureDemoAccount(db, { ...account, group: 'user', password: randomBytes(24).toString('hex') })
  const admin = await demoUser(db, 'admin')
  if (!admin) return
  const there = await titlesOf(db)
  for (const activity of demoActivities) {
    if (there.has(activity.title)) continue
    const at = (i: number) => new Date(Date.now() + activity.days[i]! * DAY_MS)
    const jurors = await Promise.all(activity.jurors.map((name) => demoUser(db, name)))
    const id = await insertActivity(db, admin, {
      title: activity.title,
      summary: activity.summary,
      rules: activity.rules,
      image_ids: [],
      banner_id: null,
      cover_id: null,
      prize_amount: activity.tiers.reduce((sum, { amount }) => sum + amount, 0),
      currency: activity.currency,
      tiers: activity.tiers,
      criteria: activity.criteria,
      max_submissions: 2,
      blind: false,
      scores_published: true,
      time_zone: activity.timeZone,
      starts_at: at(0),
      registration_starts_at: at(1),
      registration_ends_at: at(2),
      submission_ends_at: at(3),
      review_ends_at: at(4),
      ends_at: at(5),
      jurors: jurors.filter((juror) => juror !== undefined),
    })
    for (const name of activity.registered) {
      const userId = await demoUser(db, name)
      if (userId) await register(db, id, userId)
    }
  }
}

/** Takes each activity to its phase `until` with the functions that the API uses. A killed run can be repeated. */
export async function runDemoActivities(db: Db, signal: AbortSignal): Promise<void> {
  const admin = await demoUser(db, 'admin')
  const works = await worksByTitle(db)
  const there = await titlesOf(db)
  for (const activity of demoActivities) {
    const id = there.get(activity.title)
    if (!admin || !id) continue
    const cover = works.get(activity.entries[0] ?? '')?.coverId
    if (cover) await updateActivity(db, admin, id, { cover_id: cover })
    for (let row = await findActivity(db, id); row && row.phase !== 'ended'; row = await findActivity(db, id)) {
      signal.throwIfAborted()
      await take(db, { activity, row, works, admin })
      if (row.phase === activity.until) break
      await closePhase(db, row, admin)
    }
  }
}

interface Step {
  activity: DemoActivity
  row: ActivityRow
  works: ReadonlyMap<string, WorkCardRow>
  admin: string
}

async function take(db: Db, { activity, row, works, admin }: Step): Promise<void> {
  const entries = activity.entries.flatMap((title) => works.get(title) ?? [])
  const activityId = row.id
  if (row.phase === 'submission')
    for (const { id: workId, ownerId: userId } of entries)
      if (
        (await ownPart(db, activityId, userId)).registeredAt &&
        !(await findEntry(db, { activityId, workId, viewerId: undefined }))
      )
        await submitWork(db, { activityId, workId, userId })
  if (row.phase === 'reviewing')
    for (const [i, name] of activity.jurors.entries()) {
      const jurorId = await demoUser(db, name)
      for (const [k, { id: workId }] of entries.entries()) {
        const points = activity.scores[i]?.[k]
        if (!jurorId || !points) continue
        const scores = Object.fromEntries(activity.criteria.map(({ id }, c) => [id, points[c] ?? 0]))
        await scoreWork(db, { activityId, workId, jurorId, scores })
      }
    }
  if (row.phase === 'awarding' && !row.awardedAt) await awardActivity(db, activityId, admin)
}

const endOf = {
  registration: 'registration_ends_at',
  submission: 'submission_ends_at',
  reviewing: 'review_ends_at',
  awarding: 'ends_at',
} as const satisfies Record<string, keyof ActivityFields>

async function closePhase(db: Db, { id, phase }: ActivityRow, admin: string): Promise<void> {
  if (!(phase in endOf)) return
  const { now } = (await findActivity(db, id))!
  await updateActivity(db, admin, id, { [endOf[phase as keyof typeof endOf]]: new Date(now.getTime() + AHEAD_MS) })
  while ((await findActivity(db, id))?.phase === phase) await new Promise((resolve) => setTimeout(resolve, 50))
}

async function demoUser(db: Db, username: string): Promise<string | undefined> {
  const user = await findLogin(db, `${username}@toile.local`)
  return user?.demo ? user.id : undefined
}

async function titlesOf(db: Db): Promise<Map<string, string>> {
  const { items } = await readTable<ActivityRow, TableFilter<'activities'>>(db, activitiesTable, { pageSize: 100 })
  return new Map(items.map(({ id, title }) => [title, id]))
}

async function worksByTitle(db: Db): Promise<Map<string, WorkCardRow>> {
  const works = new Map<string, WorkCardRow>()
  for (const { username } of demoCreators) {
    const ownerId = await demoUser(db, username)
    if (!ownerId) continue
    const { items } = await listOwnWorks(db, { ownerId, state: 'released', limit: 100 })
    for (const work of items) works.set(work.title, work)
  }
  return works
}
