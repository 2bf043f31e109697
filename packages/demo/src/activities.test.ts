import t from '@toile/testing/tap'
import { cleanText, lengthOf } from '@toile/contracts/texts'
import { activityLimits } from '@toile/contracts/activities/activities.constants'
import { listActivities } from '@toile/db/activities/activities'
import { listWinners } from '@toile/db/activities/activity-submissions'
import { findLogin } from '@toile/db/users/users'
import { makeReleasedWork } from '@toile/testing/activities'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { ensureDemoAccount } from './accounts.js'
import { makeDemoActivities, runDemoActivities } from './activities.js'
import { demoActivities } from './demo-activities.js'
import { demoGarments } from './garments/demo-garments.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

const { signal } = new AbortController()
const shown = async () =>
  (await listActivities(test.db, { limit: 10 })).items.map(
    ({ title, phase, works, participants, coverId: cover }) =>
      `${title}: ${phase}, ${works} of ${participants}${cover ? ', with a cover' : ''}`,
  )

await t.test(
  'the demo activities open at once and continue when the demo works exist; running twice changes nothing',
  async (t) => {
    await ensureDemoAccount(test.db, { username: 'admin', group: 'admin', password: 'for this test only' })
    for (let twice = 0; twice < 2; twice++) await makeDemoActivities(test.db)
    t.same(await shown(), [
      'Carry, wear, travel: registration, 0 of 2',
      'Wool, three ways: registration, 0 of 3',
      'A skirt that moves: registration, 0 of 3',
    ])
    for (const { title, creator } of demoGarments)
      await makeReleasedWork(test.db, (await findLogin(test.db, creator))!, title)
    for (let twice = 0; twice < 2; twice++) await runDemoActivities(test.db, signal)
    t.same(await shown(), [
      'Carry, wear, travel: registration, 0 of 2, with a cover',
      'Wool, three ways: submission, 2 of 3, with a cover',
      'A skirt that moves: ended, 4 of 3, with a cover',
    ])
    const { items } = await listActivities(test.db, { phase: 'ended', limit: 1 })
    const winners = await listWinners(test.db, items[0]!.id, undefined)
    t.same(
      winners.map(({ title, awardTitle: award }) => `${award}: ${title}`),
      [
        'First prize: Plissé skirt in emerald satin',
        'Second prize: Full circle skirt, terracotta twill',
        'Third prize: Poppies in a breeze',
      ],
    )
  },
)

await t.test('demo activities fit the limits and enter existing works', async (t) => {
  for (const { title, summary, entries, tiers, days } of demoActivities) {
    t.ok(lengthOf(cleanText(title)) <= activityLimits.maxTitleLength)
    t.ok(lengthOf(cleanText(summary)) <= activityLimits.maxSummaryLength)
    t.ok(tiers.every((tier) => lengthOf(tier.title) <= activityLimits.maxTierTitleLength))
    t.same(
      days,
      days.toSorted((a, b) => a - b),
    )
    for (const entry of entries)
      t.ok(
        demoGarments.some((garment) => garment.title === entry),
        entry,
      )
  }
})
