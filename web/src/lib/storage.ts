/** The part of the browser's storage that we use. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the page remembers where it may not store anything: as long as it lives. */
function inMemory(): Store {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
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
