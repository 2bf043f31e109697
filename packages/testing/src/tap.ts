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

/** Runs a test file as a subtest of this process' root; resolves when it is over, passed or not. */
export async function runFile(url: string, name: string, timeoutMs: number): Promise<void> {
  await tap.test(name, { timeout: timeoutMs }, async (t) => {
    current = t as unknown as Test
    await import(url)
  })
}

/** Ends this process' root when no file is left: what files share is closed by the root's teardown. */
export function endFiles(): void {
  tap.end()
}
