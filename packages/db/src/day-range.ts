import { sql, type RawBuilder } from 'kysely'

const DAY_MS = 86_400_000

/** Days of UTC as the contract takes them (`2026-11-22`); both are included, and either may be open. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** The conditions that a time lies within these days. */
export function withinDays(column: RawBuilder<unknown>, { from, to }: Days): RawBuilder<unknown>[] {
  const at = (day: string, later = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + later)
  return [
    from ? sql`${column} >= ${at(from)}` : [],
    // The day after it is out; a day that no month has (the 31st of a short one) reads as one of the next month.
    to ? sql`${column} < ${at(to, DAY_MS)}` : [],
  ].flat()
}
