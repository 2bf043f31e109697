import t from '@toile/testing/tap'

t.test('without Web Locks, one tab at a time holds a stored lock, and only its holder releases it', async (t) => {
  const values = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const none = () => {}
  for (const [name, value] of Object.entries({
    localStorage,
    sessionStorage: localStorage,
    navigator: {},
    addEventListener: none,
    removeEventListener: none,
  }))
    t.intercept(globalThis, name as never, { value, configurable: true })
  const { holdTabLock, isTabLockHeld } = await import('./secure-context.js')
  t.equal(await isTabLockHeld('upload'), false)
  const releaseFirst = holdTabLock('upload')
  const releaseSecond = holdTabLock('upload')
  releaseSecond()
  t.equal(await isTabLockHeld('upload'), true, 'a tab that never held it releases nothing')
  releaseFirst()
  t.equal(await isTabLockHeld('upload'), false)
})
