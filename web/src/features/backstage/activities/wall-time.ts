// Wall times of a zone in datetime-local format ("2026-11-22T18:30"), and instants.

const pad = (value: number) => String(value).padStart(2, '0')

/** The zone's wall time at an instant, as if it were UTC. */
function wallMs(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
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

/** The zone's wall time at an instant (ISO 8601), to the minute; empty for none. */
export function wallTimeOf(iso: string, timeZone: string): string {
  if (iso === '') return ''
  const wall = new Date(wallMs(Date.parse(iso), timeZone))
  const date = `${wall.getUTCFullYear()}-${pad(wall.getUTCMonth() + 1)}-${pad(wall.getUTCDate())}`
  return `${date}T${pad(wall.getUTCHours())}:${pad(wall.getUTCMinutes())}`
}

/** Two instants in the repeated hour of autumn, the earlier first. A time skipped in spring moves on by the change. */
export function instantsOf(wall: string, timeZone: string): string[] {
  const asUtcMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtcMs)) return []
  const ahead = (atMs: number) => wallMs(atMs, timeZone) - atMs
  const DAY_MS = 86_400_000
  const tries = [asUtcMs - ahead(asUtcMs - DAY_MS), asUtcMs - ahead(asUtcMs + DAY_MS)]
  const fits = [...new Set(tries.filter((atMs) => wallMs(atMs, timeZone) === asUtcMs))].sort((a, b) => a - b)
  return (fits.length > 0 ? fits : [tries[0]!]).map((atMs) => new Date(atMs).toISOString())
}

/** Of two instants the one nearer to `near`, else the earlier; empty if there is none. */
export function instantOf(wall: string, timeZone: string, near = ''): string {
  const [first = '', second] = instantsOf(wall, timeZone)
  const nearMs = Date.parse(near)
  if (second === undefined || Number.isNaN(nearMs)) return first
  const distance = (iso: string) => Math.abs(Date.parse(iso) - nearMs)
  return distance(second) < distance(first) ? second : first
}
