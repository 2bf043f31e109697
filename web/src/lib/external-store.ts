import { useSyncExternalStore } from 'react'

/** Connects React to a value outside React. `changed` calls the listeners and makes components read the value again. */
export function createExternalStore() {
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    subscribe,
    changed: () => listeners.forEach((listener) => listener()),
    /** `read` must return the same object until the value changes, because React compares by identity. */
    useValue: <T>(read: () => T): T => useSyncExternalStore(subscribe, read, read),
  }
}
