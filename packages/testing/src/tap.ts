import tap from 'tap'

type Test = typeof tap

let current: Test = tap

/**
 * Import this instead of tap: the root test for a file that runs alone; a subtest, with its own hooks, in a process
 * that runs many files (infra/test/tap-process.ts).
 */
export default new Proxy(tap, {
  get(_, name) {
    const value = Reflect.get(current, name) as unknown
    // tap's methods need their own test as `this`.
    return typeof value === 'function' ? (value.bind(current) as unknown) : value
  },
})

export interface FileRun {
  name: string
  url: string
  timeoutMs: number
  onEnd: () => void
}

/** Runs test files in order as subtests. What they share ends with tap's root. */
export async function runFiles(files: AsyncIterable<FileRun>): Promise<void> {
  stopFollowing(tap)
  // In one test, because an idle root would end between two files.
  await tap.test('files', async (all) => {
    // With its first test, tap's root starts following promises again.
    tap.hook.onDestroy?.()
    for await (const { name, url, timeoutMs, onEnd } of files) {
      await all.test(name, { timeout: timeoutMs }, async (t) => {
        current = t as unknown as Test
        await import(url)
      })
      onEnd()
    }
  })
  tap.end()
}

/**
 * tap follows every promise to attribute uncaught errors, which cost a twelfth of all test time. Here such an error
 * ends the process, and the running file fails.
 */
function stopFollowing(test: Test): void {
  test.hookDomain.destroy()
  test.on('subtestAdd', (added: unknown) => stopFollowing(added as Test))
}
