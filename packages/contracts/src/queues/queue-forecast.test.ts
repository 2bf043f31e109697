import t from '@toile/testing/tap'
import { forecast } from './queue-forecast.js'
import { countTimes, percentile, spread } from './queue-times.js'

const quiet = { waiting: 0, slots: 2, slotsPerWorker: 2, arrivalsPerSecond: 0, runSeconds: 10, targetSeconds: 60 }

await t.test('predicts when a queue is empty, and how many workers keep it below its target', async (t) => {
  t.same(forecast(quiet), { secondsToEmpty: 0, workersToAdd: 0 })
  // Two jobs run at a time and take ten seconds each: 12 jobs take a minute, which is the target.
  t.same(forecast({ ...quiet, waiting: 12 }), { secondsToEmpty: 60, workersToAdd: 0 })
  // Twice as many jobs need four slots: one more worker with two slots.
  t.same(forecast({ ...quiet, waiting: 24 }), { secondsToEmpty: 120, workersToAdd: 1 })
  // As many jobs arrive as are completed, so the queue does not shrink until a second worker joins.
  t.same(forecast({ ...quiet, waiting: 12, arrivalsPerSecond: 0.2 }), { secondsToEmpty: null, workersToAdd: 1 })
  t.same(forecast({ ...quiet, waiting: 1, slots: 0 }), { secondsToEmpty: null, workersToAdd: 1 })
  t.same(forecast({ ...quiet, waiting: 1, slots: 0, runSeconds: undefined }), { secondsToEmpty: null, workersToAdd: 1 })
})

await t.test(
  'percentiles of counted times are off by less than a fifth, and very long times count in the last class',
  async (t) => {
    const times = Array.from({ length: 1_000 }, (_, i) => 0.1 * 1.01 ** i)
    const counts = countTimes(times)
    for (const share of [0.05, 0.5, 0.95]) {
      const right = times[Math.floor(share * times.length)]!
      t.ok(Math.abs(percentile(counts, share)! / right - 1) < 0.2, `${share}: ${percentile(counts, share)} of ${right}`)
    }
    t.equal(spread([]), null)
    t.equal(countTimes([1e9]).length, 40, 'beyond the last class is in the last class')
    t.equal(countTimes([0]).length, 1)
  },
)
