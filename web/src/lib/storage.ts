/** The part of the browser's storage that we use. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the page remembers where it may not store anything: as long as it lives. */
function inMemory(): Store {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** The browser's own, unless it refuses: in a frame of another site even to name it throws. */
function allowed(open: () => Store): Store {
  try {
    return open()
  } catch {
    return inMemory()
  }
}

export const local = allowed(() => localStorage)
export const session = allowed(() => sessionStorage)
