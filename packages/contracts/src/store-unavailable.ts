const away = new WeakSet<object>()

/**
 * Marks an error as caused by an unreachable or full store (Postgres, files), so that callers draw no conclusion about
 * the requested data. @returns the same error
 */
export function asStoreAway<T>(error: T): T {
  if (typeof error === 'object' && error !== null) away.add(error)
  return error
}

/** Whether the error or one of its causes is marked. */
export function isStoreAway(error: unknown): boolean {
  for (let one = error; typeof one === 'object' && one !== null; one = (one as Error).cause)
    if (away.has(one)) return true
  return false
}
