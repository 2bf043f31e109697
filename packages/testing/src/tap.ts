import tap from 'tap'

type Test = typeof tap

let current: Test = tap

/**
 * What a test file imports instead of tap's own root: the file's test. Run by itself a file has the root; in a process
 * that runs many files (infra/test/tap-process.ts) each has a subtest, so that its hooks end with it.
 */
export default new Proxy(tap, {
  get(_, name) {
    const value = Reflect.get(current, name) as unknown
    // tap's methods work on their own test alone.
    return typeof value === 'function' ? (value.bind(current) as unknown) : value
  },
})

export interface FileRun {
  name: string
  url: string
  timeoutMs: number
  /** Called when the file is over, passed or not. */
  onEnd: () => void
}

/** Runs test files one after the other, each as a subtest of the same test. What they share ends with tap's own root. */
export async function runFiles(files: AsyncIterable<FileRun>): Promise<void> {
  stopFollowing(tap)
  // In one test: between two files the root would be idle, and end.
  await tap.test('files', async (all) => {
    // Since it has a test the root follows what is outside of tests, too.
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
 * tap follows every promise of a process, to know which test an error is of that nobody catches; a twelfth of the
 * time of all tests went there. Here such an error ends the process, and the file that was running has failed.
 */
function stopFollowing(test: Test): void {
  test.hookDomain.destroy()
  test.on('subtestAdd', (added: unknown) => stopFollowing(added as Test))
}
