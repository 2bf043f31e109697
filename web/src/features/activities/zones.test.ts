import t from '@toile/testing/tap'
import i18next from 'i18next'
import { startWords } from '../../lib/react.test-support.js'
import { recordServerTime } from './server-clock.js'
import { formatMoment } from './zones.js'

t.before(async () => {
  await startWords()
  await i18next.changeLanguage('en')
})
t.teardown(() => recordServerTime(new Date().toISOString(), performance.now()))

t.test("leaves out the year if it is the current one in the shown zone, whatever the device's zone", async (t) => {
  recordServerTime('2026-06-01T12:00:00Z', performance.now())
  // Kiritimati is 14 hours ahead of UTC, and Niue is 11 hours behind UTC.
  t.match(formatMoment('2026-12-31T23:30:00Z', 'Pacific/Kiritimati'), '2027', 'next year there')
  t.match(formatMoment('2026-01-01T00:30:00Z', 'Pacific/Niue'), '2025', 'last year there')
  t.notMatch(formatMoment('2027-01-01T00:30:00Z', 'Pacific/Niue'), '202', 'still this year there')
})
