import { sql } from 'kysely'
import t from '@toile/testing/tap'
import type { ActivityPhase } from '@toile/contracts/activities/activities.constants'
import { notificationView } from '@toile/db/notification-view'
import { announcePhases } from '@toile/db/activities/activity-announcements'
import { awardActivity } from '@toile/db/activities/activity-awards'
import { disqualifyEntry, reinstateEntry } from '@toile/db/activities/activity-entries-backstage'
import { submitWork } from '@toile/db/activities/activity-submissions'
import { listNotifications } from '@toile/db/notifications/notification-rows'
import type { User } from '@toile/db/users/users'
import { makeActivity, makeReleasedWork, setPhase } from '@toile/testing/activities'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeUser } from '@toile/testing/factories'
import { runTasks } from './run-tasks.test-support.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

/** Texts of the user's notifications about activities, oldest first. */
const notificationsOf = async (user: User) => {
  const { items } = await listNotifications(test.db, { userId: user.id, tab: 'notifications', limit: 100 })
  const matching = items.filter(({ kind }) => kind === 'activity_phase' || kind === 'winner')
  return matching.map((row) => notificationView(row, 'en').message.replace(/^One metre of linen: /, '')).reverse()
}
const registered = async (id: string): Promise<User> => {
  const user = await makeUser(test.db)
  await sql`insert into activity_registrations values (${id}, ${user.id}, now())`.execute(test.db)
  return user
}
const phaseEvents = async (id: string) => {
  const { rows } = await sql<{ phase: string }>`select params->>'phase' as phase from events
    where subject_id = ${id} and type = 'activity.phase' order by created_at, id`.execute(test.db)
  return rows.map(({ phase }) => phase)
}
/** Sets the phase, announces it three times at once like three relays, and runs each resulting job twice at once. */
const pass = async (id: string, phase: ActivityPhase) => {
  await setPhase(test.db, id, phase)
  await Promise.all([1, 2, 3].map(() => announcePhases(test.db)))
  await runTasks(test.db, 2)
}

await t.test(
  'V04 each participant is notified once of each phase, with any number of relays and repeats',
  async (t) => {
    const juror = await makeUser(test.db)
    const id = await makeActivity(test.db, 'registration', { jurors: [juror.id] })
    const [ann, bob] = [await registered(id), await registered(id)]
    const stranger = await makeUser(test.db)
    for (const phase of ['registration', 'submission'] as const) await pass(id, phase)
    const entry = await submitWork(test.db, {
      activityId: id,
      workId: await makeReleasedWork(test.db, ann),
      userId: ann.id,
    })
    for (const phase of ['reviewing', 'reviewing', 'awarding'] as const) await pass(id, phase)
    await sql`insert into activity_scores (submission_id, juror_id, scores)
    values (${entry}, ${juror.id}, '{"cut": 80, "idea": 80}')`.execute(test.db)
    await awardActivity(test.db, id, juror.id)
    await pass(id, 'awarding')
    for (const phase of ['ended', 'awarding', 'ended'] as const) await pass(id, phase)
    t.same(await phaseEvents(id), ['registration', 'submission', 'reviewing', 'awarding', 'ended'])
    const all = [
      'registration is open',
      'submission is open',
      'the entries are in review',
      'the prizes are being awarded',
      'the activity has ended',
    ]
    t.same(
      await notificationsOf(bob),
      [...all.slice(0, 4), 'the prizes have been awarded', all[4]],
      'who has not won as well',
    )
    t.same(await notificationsOf(ann), [...all.slice(0, 4), 'You won First prize in One metre of linen', all[4]])
    t.same(await notificationsOf(juror), ['entries are waiting for your scores'])
    t.same(await notificationsOf(stranger), [])
  },
)

await t.test(
  'V04 after two hours without relays across two phase changes the phase is right at once, with one notification',
  async (t) => {
    const id = await makeActivity(test.db, 'registration')
    const ann = await registered(id)
    await pass(id, 'registration')
    await setPhase(test.db, id, 'reviewing')
    const { rows } = await sql<{
      phase: string
    }>`select activity_phase(a, now()) as phase from activities a where id = ${id}`.execute(test.db)
    t.same(rows, [{ phase: 'reviewing' }])
    t.same(await notificationsOf(ann), ['registration is open'])
    await pass(id, 'reviewing')
    await pass(id, 'reviewing')
    t.same(await notificationsOf(ann), ['registration is open', 'the entries are in review'])
  },
)

await t.test('a day before the deadline, reminds participants without an entry once', async (t) => {
  const id = await makeActivity(test.db, 'submission')
  const [ann, bob] = [await registered(id), await registered(id)]
  await submitWork(test.db, { activityId: id, workId: await makeReleasedWork(test.db, ann), userId: ann.id })
  const closes = (since: string, hours: number) =>
    sql`update activities set starts_at = now() - interval '9 days', registration_starts_at = now() - interval '8 days',
      registration_ends_at = now() - ${since}::interval, submission_ends_at = now() + make_interval(hours => ${hours}),
      review_ends_at = now() + interval '8 days', ends_at = now() + interval '9 days' where id = ${id}`.execute(test.db)
  const look = async () => {
    await announcePhases(test.db)
    await runTasks(test.db)
  }
  await closes('1 hour', 20)
  await look()
  t.same(
    await notificationsOf(bob),
    ['submission is open'],
    'where there is no more than a day anyway nothing is added',
  )
  await closes('3 days', 25)
  await look()
  t.equal((await notificationsOf(bob)).length, 1)
  await closes('3 days', 23)
  await look()
  await look()
  t.same(await notificationsOf(bob), ['submission is open', 'less than a day left to submit a work'])
  t.same(await notificationsOf(ann), ['submission is open'])
  t.same(await phaseEvents(id), ['submission'], 'a reminder is no phase')
  const [entry] = (
    await sql<{ id: string }>`select id from activity_submissions where activity_id = ${id}`.execute(test.db)
  ).rows
  await disqualifyEntry(test.db, bob.id, entry!.id, 'Not one metre')
  await runTasks(test.db)
  t.same((await notificationsOf(ann)).at(-1), 'your work was disqualified')
  await reinstateEntry(test.db, bob.id, entry!.id, 'It is one metre')
  await runTasks(test.db)
  await disqualifyEntry(test.db, bob.id, entry!.id, 'It is two')
  await runTasks(test.db)
  t.same((await notificationsOf(ann)).slice(-2), ['your work was reinstated', 'your work was disqualified'])
})

await t.test('a day before the review ends, reminds jurors with entries left to score once', async (t) => {
  const [idle, half, done] = [await makeUser(test.db), await makeUser(test.db), await makeUser(test.db)]
  const id = await makeActivity(test.db, 'submission', { jurors: [idle.id, half.id, done.id] })
  const ann = await registered(id)
  const entries: string[] = []
  for (const title of ['One', 'Two', 'Three']) {
    const workId = await makeReleasedWork(test.db, ann, title)
    await sql`update activities set max_submissions = 3 where id = ${id}`.execute(test.db)
    entries.push(await submitWork(test.db, { activityId: id, workId, userId: ann.id }))
  }
  await disqualifyEntry(test.db, idle.id, entries[2]!, 'Not one metre')
  for (const [juror, scored] of [
    [half, entries.slice(0, 1)],
    [done, entries.slice(0, 2)],
  ] as const)
    for (const entry of scored)
      await sql`insert into activity_scores (submission_id, juror_id, scores)
        values (${entry}, ${juror.id}, '{"cut": 80, "idea": 80}')`.execute(test.db)
  const reviewEnds = (hours: number) =>
    sql`update activities set starts_at = now() - interval '9 days', registration_starts_at = now() - interval '8 days',
      registration_ends_at = now() - interval '7 days', submission_ends_at = now() - interval '3 days',
      review_ends_at = now() + make_interval(hours => ${hours}), ends_at = now() + interval '9 days'
      where id = ${id}`.execute(test.db)
  const look = async () => {
    await announcePhases(test.db)
    await runTasks(test.db, 2)
  }
  const begun = 'entries are waiting for your scores'
  await reviewEnds(25)
  await look()
  t.same(await notificationsOf(idle), [begun])
  await reviewEnds(23)
  await look()
  await look()
  const last = 'less than a day left to score the entries'
  t.same(
    [await notificationsOf(idle), await notificationsOf(half), await notificationsOf(done)],
    [[begun, last], [begun, last], [begun]],
  )
  t.notMatch(await notificationsOf(ann), [last], 'the others are not')
})
