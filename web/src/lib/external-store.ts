import { useSyncExternalStore } from 'react'

/** For a value outside React: `changed` makes components and listeners read it again. */
export function createExternalStore() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    subscribe,
    changed: () => listeners.forEach((listener) => listener()),
    /** `read` must return the same object until it has changed. */
    useValue: <T>(read: () => T): T => useSyncExternalStore(subscribe, read, read),
  }
}
