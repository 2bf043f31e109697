import type { Result } from './result.js'

/**
 * Reads the TAP of `tap run`, line by line: each test file is a top-level subtest, each `t.test` in it a subtest four
 * spaces deep. Counts those, says a line for a file that passed, and everything a file said when it did not.
 */
export function createTapReader(say: (line: string) => void): { read(line: string): void; end(): Result } {
  const total: Result = { passed: 0, failed: 0 }
  let file: Result = { passed: 0, failed: 0 }
  let lines: string[] = []
  let subtest: string | undefined
  let failing = false

  function read(line: string): void {
    const [, depth = '', text = ''] = /^( *)(.*)$/.exec(line) ?? []
    if (depth === '' && text.startsWith('# Subtest: ')) beginFile()
    lines.push(line)
    if (depth.length === 4) readTest(text)
    if (depth === '' && /^(not )?ok \d+ - /.test(text)) endFile(text)
  }

  function beginFile(): void {
    flush()
    lines = []
    file = { passed: 0, failed: 0 }
    subtest = undefined
  }

  function readTest(text: string): void {
    if (text.startsWith('# Subtest: ')) subtest = text.slice('# Subtest: '.length)
    const [, not, name] = /^(not )?ok \d+(?: - (.*?))?(?: # .*)?$/.exec(text) ?? []
    if (name === undefined && !not) return
    // A skipped test proves nothing: it counts as failed, so that it cannot go unseen.
    const passed = !not && !/ # (SKIP|TODO)/i.test(text)
    if (passed && name === subtest) file.passed++
    if (!passed) file.failed++
  }

  function endFile(text: string): void {
    const [, name = '', , duration] = /^(?:not )?ok \d+ - (.*?)( # time=(.*))?$/.exec(text) ?? []
    // Ended badly outside of any test: a timeout, an exit code, or no test at all.
    const broken = text.startsWith('not ok') || file.passed + file.failed === 0
    if (broken && file.failed === 0) file.failed = 1
    failing = file.failed > 0
    if (!failing) say(`ok ${name} (${file.passed} tests, ${duration})`)
    total.passed += file.passed
    total.failed += file.failed
  }

  /** Says all of a failed file once its last line is in: what tap tells about its end comes after its result. */
  function flush(): void {
    if (failing) say(lines.filter((line) => line.trim() !== '').join('\n'))
    failing = false
  }

  return {
    read,
    end() {
      flush()
      return total
    },
  }
}
