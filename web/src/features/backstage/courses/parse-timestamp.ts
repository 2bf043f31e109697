/** A time as people type it, 65, 1:05, 0:01:05 or 1:05.5, in seconds; undefined where it is none. */
export function parseTimestamp(text: string): number | undefined {
  const parts = /^(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5}(?:\.\d{1,3})?)$/.exec(text.trim())
  if (!parts) return undefined
  const [hours, minutes, seconds] = [Number(parts[1] ?? 0), Number(parts[2] ?? 0), Number(parts[3])]
  // After a colon there are sixty of each.
  if ((parts[2] !== undefined && seconds >= 60) || (parts[1] !== undefined && minutes >= 60)) return undefined
  return hours * 3600 + minutes * 60 + seconds
}
