import type { LiveMessage } from '@toile/bus/live-stream'
import type { LiveView } from '@toile/bus/relay'
import type { Db } from '@toile/db/client'

/** Loads the events' rows in one batch. An event without a row, or whose row makes no message, gets no message. */
export function perRow<Row extends { id: string }>(
  find: (db: Db, ids: readonly string[]) => Promise<readonly Row[]>,
  message: (row: Row, event: Parameters<LiveView>[1][number]) => LiveMessage | undefined,
): LiveView {
  return async (db, events) => {
    const ids = events.map((event) => event.subject_id)
    const rows = new Map((await find(db, ids)).map((row) => [row.id, row]))
    return new Map(
      events.flatMap((event) => {
        const row = rows.get(event.subject_id)
        const made = row && message(row, event)
        return made ? [[event.id, made] as const] : []
      }),
    )
  }
}
