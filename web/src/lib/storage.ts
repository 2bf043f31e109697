type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Replaces blocked storage while the page lives. */
function inMemory(): Store {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** The browser's storage, or memory if it is blocked: in a frame of another site even reading the property throws. */
function allowed(open: () => Store): Store {
  try {
    return open()
  } catch {
    return inMemory()
  }
}

export const local = allowed(() => localStorage)
export const session = allowed(() => sessionStorage)

/** The JSON under a key. Undefined if damaged: the user or an earlier version may have written anything. */
export function readJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}
