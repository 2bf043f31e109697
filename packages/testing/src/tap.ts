import { tap as rootTest } from '@tapjs/core'

// Only tap's core is installed. Its runner needs 150 packages more, and infra/test/tap.ts replaces it.
const tap = rootTest()
type Test = typeof tap

let current: Test = tap

/**
 * Test files import this object instead of tap. In a file that runs alone, the object is tap's root test. In a process
 * that runs many files (infra/test/tap-process.ts), it is the file's subtest, which has hooks of its own.
 */
export default new Proxy(tap, {
  get(_, name) {
    const value = Reflect.get(current, name) as unknown
    // A method of tap works only if its `this` is the test.
    return typeof value === 'function' ? (value.bind(current) as unknown) : value
  },
})

export interface FileRun {
  name: string
  url: string
  timeoutMs: number
  onEnd: () => void
}

/** Runs test files in order as subtests. Resources that the files share are released when tap's root ends. */
export async function runFiles(files: AsyncIterable<FileRun>): Promise<void> {
  stopFollowing(tap)
  // All files run inside one test, because an idle root would end between two files.
  await tap.test('files', async (all) => {
    // With its first test, tap's root starts to follow promises again. This call stops it.
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
 * tap follows every promise to attribute uncaught errors, which takes a twelfth of all test time. This function
 * switches that off. An uncaught error therefore ends the process, and the running file fails.
 */
function stopFollowing(test: Test): void {
  test.hookDomain.destroy()
  test.on('subtestAdd', (added: unknown) => stopFollowing(added as Test))
}
