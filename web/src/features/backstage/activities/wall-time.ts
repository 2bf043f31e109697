import { dateFormat } from '@toile/contracts/formats'

// Converts between instants and wall times in a time zone, in the format of datetime-local ("2026-11-22T18:30").

const pad = (value: number) => String(value).padStart(2, '0')

/** The wall time in the zone at an instant, in milliseconds since 1970 as if it were a time in UTC. */
function wallMs(atMs: number, timeZone: string): number {
  const parts = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

/** The wall time in the zone at an instant (ISO 8601), to the minute; empty for an empty instant. */
export function wallTimeOf(iso: string, timeZone: string): string {
  if (iso === '') return ''
  const wall = new Date(wallMs(Date.parse(iso), timeZone))
  const date = `${wall.getUTCFullYear()}-${pad(wall.getUTCMonth() + 1)}-${pad(wall.getUTCDate())}`
  return `${date}T${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`
}

/**
 * The instants of a wall time. An unreadable time has none. A time in a repeated hour has two, the earlier one first.
 * A time that the clock skips has one instant, whose wall time is later by the length of the skipped period.
 */
export function instantsOf(wall: string, timeZone: string): string[] {
  const asUtcMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtcMs)) return []
  const ahead = (atMs: number) => wallMs(atMs, timeZone) - atMs
  const DAY_MS = 86_400_000
  const tries = [asUtcMs - ahead(asUtcMs - DAY_MS), asUtcMs - ahead(asUtcMs + DAY_MS)]
  const fits = [...new Set(tries.filter((atMs) => wallMs(atMs, timeZone) === asUtcMs))].sort((a, b) => a - b)
  return (fits.length > 0 ? fits : [tries[0]!]).map((atMs) => new Date(atMs).toISOString())
}

/**
 * The instant of a wall time, or '' if the wall time is unreadable. If there are two instants, the result is the
 * instant nearer to `near` or, without `near`, the earlier instant.
 */
export function instantOf(wall: string, timeZone: string, near = ''): string {
  const [first = '', second] = instantsOf(wall, timeZone)
  const nearMs = Date.parse(near)
  if (second === undefined || Number.isNaN(nearMs)) return first
  const distance = (iso: string) => Math.abs(Date.parse(iso) - nearMs)
  return distance(second) < distance(first) ? second : first
}
