import t from '@toile/testing/tap'
import { activityMoments } from '@toile/contracts/activities/activities.constants'
import type { BackstageActivity } from '@toile/contracts/activities/activities-backstage'
import { changesOf, draftOf } from './draft.js'
import { instantOf } from './wall-time.js'

const moments = Object.fromEntries(activityMoments.map((name, i) => [name, `2027-10-31T01:30:5${i}.000Z`]))
const activity = {
  ...{ title: 'Linen', summary: '', rules: '', banner: null, cover: null, blind: true, scoresPublished: true },
  ...{ prize: { amount: 0, currency: 'EUR' }, tiers: [], criteria: [], jurors: [], maxSubmissions: 1 },
  ...{ timeZone: 'Europe/Berlin', ...moments },
} as unknown as BackstageActivity

t.test('V09 does not send an unedited date, and keeps its seconds and its side of a repeated hour', (t) => {
  const saved = draftOf(activity)
  t.same(changesOf(saved, draftOf(activity)), {})
  const endsAt = instantOf('2027-10-31T02:45', 'Europe/Berlin', saved.moments.endsAt)
  const edited = { ...saved, moments: { ...saved.moments, endsAt } }
  t.same(changesOf(saved, edited), { endsAt: '2027-10-31T01:45:00.000Z' })
  t.end()
})
