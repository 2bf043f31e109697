import { sql, type RawBuilder } from 'kysely'

const DAY_MS = 86_400_000

/** UTC days as in the contract (`2026-11-22`), both inclusive, each optional. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

export function withinDays(column: RawBuilder<unknown>, { from, to }: Days): RawBuilder<unknown>[] {
  const at = (day: string, later = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + later)
  return [
    from ? sql`${column} >= ${at(from)}` : [],
    // The start of the day after `to`, exclusive. Date.parse() reads a day such as 31 February as one in March.
    to ? sql`${column} < ${at(to, DAY_MS)}` : [],
  ].flat()
}
