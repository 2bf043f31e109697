type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Replaces blocked storage. The values are lost when the page is closed or reloaded. */
function inMemory(): Store {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** The browser's storage, or memory if it is blocked. In a frame on another site, reading `localStorage` may throw. */
function allowed(open: () => Store): Store {
  try {
    return open()
  } catch {
    return inMemory()
  }
}

export const local = allowed(() => localStorage)
export const session = allowed(() => sessionStorage)

/** The JSON under a key, or null if there is none. It is undefined if the user or an earlier version damaged it. */
export function readJson(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}
