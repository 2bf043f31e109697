import t from '@toile/testing/tap'
import { isNewer, rowStates } from './stage.js'

t.test('accepts a newer stage message, and lets a restarted worker move the bar back', async (t) => {
  const now = { version: 3, at: '2026-11-21T10:00:05.000Z' }
  t.equal(isNewer({ version: 4, at: '2026-11-21T10:00:00.000Z' }, now), true)
  t.equal(isNewer({ version: 3, at: '2026-11-21T10:00:06.000Z' }, now), true)
  t.equal(isNewer(now, now), true)
  t.equal(isNewer({ version: 3, at: '2026-11-21T10:00:04.000Z' }, now), false)
  t.equal(isNewer({ version: 2, at: '2026-11-21T10:00:09.000Z' }, now), false)
})

t.test('shows one row as running or failed, done ones before it and waiting ones after', async (t) => {
  const states = (...args: Parameters<typeof rowStates>) => Object.values(rowStates(...args)).join(' ')
  t.equal(states('upload', false, undefined), 'running waiting waiting waiting')
  t.equal(states('upload', true, undefined), 'done running waiting waiting')
  t.equal(states('finished', true, 'finished'), 'done done running waiting')
  t.equal(states('processed', true, 'processed'), 'done done done running')
  t.equal(states('ready_to_publish', true, 'ready_to_publish'), 'done done done done')
  t.equal(states('failed', true, 'upload'), 'done failed waiting waiting')
  t.equal(states('failed', true, 'finished'), 'done done failed waiting')
  t.equal(states('failed', true, 'processed'), 'done done done failed')
})
