const away = new WeakSet<object>()

/**
 * Says of an error that a store of ours (Postgres, the files) was out of reach or full: whoever opens a store knows, and
 * those who asked it for something learn that it tells nothing of what they asked. @returns the error, to be thrown
 */
export function asStoreAway<T>(error: T): T {
  if (typeof error === 'object' && error !== null) away.add(error)
  return error
}

/** Whether an error, or one that caused it, is of a store that was out of reach or full. */
export function isStoreAway(error: unknown): boolean {
  for (let one = error; typeof one === 'object' && one !== null; one = (one as Error).cause)
    if (away.has(one)) return true
  return false
}
