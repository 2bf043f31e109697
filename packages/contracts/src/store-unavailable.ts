const away = new WeakSet<object>()

/** Marks an error of an unreachable or full store (Postgres, files), which says nothing about the requested data. */
export function asStoreUnavailable<T>(error: T): T {
  if (typeof error === 'object' && error !== null) away.add(error)
  return error
}

export function isStoreUnavailable(error: unknown): boolean {
  for (let one = error; typeof one === 'object' && one !== null; one = (one as Error).cause)
    if (away.has(one)) return true
  return false
}
