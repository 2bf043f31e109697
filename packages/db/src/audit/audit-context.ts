import { AsyncLocalStorage } from 'node:async_hooks'

/** Defaults for the audit rows written inside inAuditContext(). */
interface AuditContext {
  undoes?: string
  /** For audit rows that are written without a reason. */
  reason?: string
}

const contexts = new AsyncLocalStorage<AuditContext>()

export function inAuditContext<T>(context: AuditContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work)
}

export function currentAuditContext(): AuditContext {
  return contexts.getStore() ?? {}
}
