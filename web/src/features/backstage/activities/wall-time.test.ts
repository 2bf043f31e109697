import fc from 'fast-check'
import t from '@toile/testing/tap'
import { instantOf, instantsOf, wallTimeOf } from './wall-time.js'

t.test("V09 reads times in a zone's clock, also on days when the clock changes", async (t) => {
  const rows: [wall: string, zone: string, instant: string, back?: string][] = [
    ['2026-11-22T18:30', 'Asia/Shanghai', '2026-11-22T10:30:00.000Z'],
    // A time in autumn's repeated hour gives its earlier instant. A time in spring's skipped hour moves one hour later.
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z', '2026-03-29T03:30'],
    ['2026-04-05T02:15', 'Australia/Lord_Howe', '2026-04-04T15:45:00.000Z', '2026-04-05T02:15'],
    ['', 'UTC', ''],
  ]
  for (const [wall, zone, instant, back = wall] of rows) {
    t.equal(instantOf(wall, zone), instant, `${wall} ${zone}`)
    if (instant) t.equal(wallTimeOf(instant, zone), back)
  }
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']
  const minute = fc.integer({ min: Date.UTC(2020) / 60_000, max: Date.UTC(2040) / 60_000 })
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (at, zone) => {
      const wall = wallTimeOf(new Date(at * 60_000).toISOString(), zone)
      // Wall times are compared, because in a repeated hour instantOf() may give the other instant of the wall time.
      return wallTimeOf(instantOf(wall, zone), zone) === wall
    }),
  )
})

t.test('V09 keeps each instant of a repeated hour, and picks the nearer one after an edit', async (t) => {
  const [summer, winter] = ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']
  t.same(instantsOf('2027-10-31T02:30', 'Europe/Berlin'), [summer, winter])
  t.equal(instantsOf('2027-10-31T03:30', 'Europe/Berlin').length, 1)
  t.equal(instantOf('2027-10-31T02:45', 'Europe/Berlin', '2027-10-31T01:30:59.000Z'), '2027-10-31T01:45:00.000Z')
  t.equal(instantOf('2027-10-31T02:45', 'Europe/Berlin', summer), '2027-10-31T00:45:00.000Z')
})
