import { useSyncExternalStore } from 'react'

/** For a value that lives outside React: `changed` tells components and listeners to read it again. */
export function createExternalStore() {
  const listeners = new Set<() => void>()
  /** Returns how to stop. */
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    subscribe,
    changed: () => listeners.forEach((listener) => listener()),
    /** The value that `read` gives: the same object until it has changed. */
    useValue: <T>(read: () => T): T => useSyncExternalStore(subscribe, read, read),
  }
}
