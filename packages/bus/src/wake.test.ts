import t from '@toile/testing/tap'
import { createAlarm } from './wake.js'

const LONG_MS = 3_600_000

await t.test('a wake-up while the relay reads events is not left to the poll', async () => {
  const alarm = createAlarm(LONG_MS)
  alarm.reset()
  alarm.ring()
  await alarm.pause()
})

await t.test('a wake-up ends a sleep, unless the relay has read events in between', async (t) => {
  const alarm = createAlarm(LONG_MS)
  alarm.ring()
  alarm.reset()
  let isAwake = false
  const slept = alarm.pause().then(() => (isAwake = true))
  await Promise.resolve()
  t.notOk(isAwake)
  alarm.ring()
  await slept
})
