import { AsyncLocalStorage } from 'node:async_hooks'

/** Added to the audit rows that actions write themselves. */
interface AuditContext {
  /** Id of the action being undone. */
  undoes?: string
  /** For actions that do not ask for a reason. */
  reason?: string
}

const contexts = new AsyncLocalStorage<AuditContext>()

/** Runs `work` so that its audit rows carry this context. */
export function inAuditContext<T>(context: AuditContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work)
}

export function currentAuditContext(): AuditContext {
  return contexts.getStore() ?? {}
}
