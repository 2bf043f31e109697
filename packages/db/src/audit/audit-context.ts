import { AsyncLocalStorage } from 'node:async_hooks'

/** What the row of an action says besides what the action itself gives. */
interface AuditContext {
  /** The action that is being taken back. */
  undoes?: string
  /** Why, where the action does not ask for it: for the log. */
  reason?: string
}

const contexts = new AsyncLocalStorage<AuditContext>()

/** Runs `work`: the rows of the actions in it say this too. */
export function inAuditContext<T>(context: AuditContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work)
}

/** What is said around the action that is being done; nothing outside of `inAuditContext`. */
export function currentAuditContext(): AuditContext {
  return contexts.getStore() ?? {}
}
