import { AsyncLocalStorage } from 'node:async_hooks'

// Which deed is being taken back: the one row that the deed leaves meanwhile says so.

const undoings = new AsyncLocalStorage<string>()

/** Runs `work`, a deed, as taking back the one of this row of the audit. */
export function inUndo<T>(deedId: string, work: () => T): T {
  return undoings.run(deedId, work)
}

/** The deed that is being taken back; undefined outside of that. */
export function currentUndo(): string | undefined {
  return undoings.getStore()
}
