import fc from 'fast-check'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import {
  activityMoments,
  phaseWindows,
  type ActivityMoment,
  type ActivityPhase,
} from '@toile/contracts/activities/activities.constants'
import { makeActivity } from '@toile/testing/activities'
import { createTestDatabase } from '@toile/testing/database'
import { refusalOf, type ActivityAction } from './activity-rules.js'

const test = await createTestDatabase()
t.teardown(() => test.drop())

/** The phases in which docs/activities.md allows each action. */
const allowed: Record<ActivityAction, ActivityPhase[]> = {
  register: ['registration'],
  cancel: ['registration', 'submission'],
  submit: ['submission'],
  withdraw: ['submission'],
  score: ['reviewing'],
  award: ['awarding'],
}
const momentColumns = [
  'starts_at',
  'registration_starts_at',
  'registration_ends_at',
  'submission_ends_at',
  'review_ends_at',
  'ends_at',
] as const

const timesOf = (moments: readonly number[]) =>
  Object.fromEntries(momentColumns.map((column, i) => [column, new Date(moments[i]!)])) as Record<
    (typeof momentColumns)[number],
    Date
  >

await t.test('V01 the moments alone determine the phase of an activity and what users may do in it', async (t) => {
  const id = await makeActivity(test.db, 'upcoming')
  const begins = Date.UTC(2026, 10, 22)
  const lengths = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 5, maxLength: 5 })
  const actions = Object.keys(allowed) as ActivityAction[]
  await fc.assert(
    fc.asyncProperty(lengths, fc.boolean(), async (lasts, opensAtOnce) => {
      const moments = [begins, begins]
      if (!opensAtOnce) moments[1] = begins + lasts[0]!
      for (const ms of lasts.slice(1)) moments.push(moments.at(-1)! + ms)
      const of = (moment: ActivityMoment | null) =>
        moment === null ? Infinity : moments[activityMoments.indexOf(moment)]!
      await test.db.updateTable('activities').set(timesOf(moments)).where('id', '=', id).execute()
      const at = Array.from({ length: 20 }, (_, i) => new Date(begins + i))
      const { rows } = await sql<{ phase: ActivityPhase }>`select activity_phase(a, at) as phase
        from activities a, unnest(${at}::timestamptz[]) with ordinality as clock (at, place)
        where id = ${id} order by place`.execute(test.db)
      for (const [i, { phase }] of rows.entries()) {
        const [from, to] = phaseWindows[phase]
        if (!(of(from) <= begins + i && begins + i < of(to))) throw new Error(`${phase} at ${i} of ${moments.join()}`)
        for (const action of actions)
          if ((refusalOf(action, phase) === undefined) !== allowed[action].includes(phase))
            throw new Error(`${action} in ${phase}`)
      }
    }),
    { numRuns: 20 },
  )
  t.pass('20 activities')
})
