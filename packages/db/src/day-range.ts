import { sql, type RawBuilder } from 'kysely'

const DAY_MS = 86_400_000

/** UTC days in the contract's format (`2026-11-22`). Both days are inclusive, and each may be omitted. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

export function withinDays(column: RawBuilder<unknown>, { from, to }: Days): RawBuilder<unknown>[] {
  const at = (day: string, later = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + later)
  return [
    from ? sql`${column} >= ${at(from)}` : [],
    // The exclusive bound is the day after `to`. 31 February causes no error: Date.parse() reads it as a day in March.
    to ? sql`${column} < ${at(to, DAY_MS)}` : [],
  ].flat()
}
