import { AsyncLocalStorage } from 'node:async_hooks'

/** What the row of a deed says besides what the deed itself gives. */
interface DeedContext {
  /** The deed that is being taken back. */
  undoes?: string
  /** Why, where the deed does not ask for it: for the log. */
  reason?: string
}

const contexts = new AsyncLocalStorage<DeedContext>()

/** Runs `work`: the rows of the deeds in it say this too. */
export function inDeed<T>(context: DeedContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work)
}

/** What is said around the deed that is being done; nothing outside of `inDeed`. */
export function currentDeed(): DeedContext {
  return contexts.getStore() ?? {}
}
