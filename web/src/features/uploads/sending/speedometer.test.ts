import t from '@toile/testing/tap'
import { createSpeedometer } from './speedometer.js'

t.test('follows the last seconds with speed and time left', async (t) => {
  let nowMs = 0
  const speed = createSpeedometer(() => nowMs)
  t.strictSame(speed(0, 10_000), { bytesPerSecond: 0, secondsLeft: undefined })
  nowMs = 1_000
  t.strictSame(speed(1_000, 10_000), { bytesPerSecond: 1_000, secondsLeft: 9 })
  for (nowMs = 2_000; nowMs <= 9_000; nowMs += 1_000) speed(1_000 + (nowMs - 1_000) / 10, 10_000)
  nowMs = 10_000
  t.strictSame(speed(1_900, 10_000), { bytesPerSecond: 100, secondsLeft: 81 })
})
