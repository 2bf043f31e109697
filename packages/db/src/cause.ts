import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cause } from '@toile/contracts/cause'

// What set off the work that is going on: the API begins it with each request, a worker with each job that came of one.
// Events written meanwhile say so, and the relay hands it to their jobs. It is for those who look; nothing is decided by it.

const causes = new AsyncLocalStorage<Cause | undefined>()

/** Runs `work`, and all that it awaits, as set off by `cause`; by nothing known where that is undefined. */
export function inCause<T>(cause: Cause | undefined, work: () => T): T {
  return causes.run(cause, work)
}

/** What set off the work that is going on; undefined for what happens by time or by an operator's hand. */
export function currentCause(): Cause | undefined {
  return causes.getStore()
}
