import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cause } from '@toile/contracts/cause'

// The API request that is being served or that triggered the current job. Used only for tracing.

const causes = new AsyncLocalStorage<Cause | undefined>()

export function inCause<T>(cause: Cause | undefined, work: () => T): T {
  return causes.run(cause, work)
}

/** Undefined for work started by a timer or from the command line. */
export function currentCause(): Cause | undefined {
  return causes.getStore()
}
