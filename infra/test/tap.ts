import { cpSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import { add, nothing, type Part, type Result } from './result.js'
import { startTapProcess, type TapProcess } from './tap-processes.js'
import type { TestFile } from './test-files.js'
import { toolsOf } from './test-tools.js'

/** There are three processes even on two cores, because tests often wait. */
const PROCESSES = 3
/** Files that need their own process, because they measure memory. */
const ownProcess = [
  'packages/media/src/models/textures/pictures.test.ts',
  'services/api/src/memory.test.ts',
  'services/realtime/src/fuzz.test.ts',
]
const RESULTS = 'test-results/tap'

/** A process runs many files of one workspace and loads imports once. tap's own runner took half of the CPU time. */
export async function runTap(part: Part): Promise<Result> {
  if (part.files.length === 0) return nothing
  const total: Required<Result> = { passed: 0, failed: 0, remarks: [], seconds: [] }
  const queue = createQueue(part)
  const work = async () => {
    let running: TapProcess | undefined
    let workspace: string | undefined
    const end = async () => {
      const leftOpen = await running?.end()
      running = undefined
      if (leftOpen) add(total, { passed: 0, failed: 1, remarks: [leftOpen] })
    }
    for (;;) {
      const file = await queue.next(workspace)
      if (!file || part.signal.aborted) break
      const isAlone = ownProcess.includes(file.source)
      if (isAlone || file.workspace !== workspace) await end()
      workspace = file.workspace
      running ??= startTapProcess(part)
      add(total, await runFile(part, running, file))
      queue.isOver(file)
      if (isAlone) await end()
    }
    await end()
  }
  await Promise.all(Array.from({ length: PROCESSES }, work))
  return total
}

async function runFile({ say }: Part, running: TapProcess, file: TestFile): Promise<Result> {
  const began = performance.now()
  const { lines, logs, logFolder, ...result } = await running.run(file.run)
  const seconds = (performance.now() - began) / 1000
  const timed = { ...result, seconds: [{ name: file.source, seconds }] }
  if (result.failed === 0) {
    say(`ok ${file.source} (${result.passed} tests, ${seconds.toFixed(1)} s)`)
    return timed
  }
  say([`not ok ${file.source} (${seconds.toFixed(1)} s)`, ...lines].join('\n'))
  const kept = path.join(RESULTS, file.source.replaceAll('/', '.'))
  rmSync(path.join(root, kept), { recursive: true, force: true })
  cpSync(logFolder, path.join(root, kept), { recursive: true })
  writeFileSync(path.join(root, kept, 'output.tap'), lines.join('\n'))
  writeFileSync(path.join(root, kept, 'test.log'), logs.join('\n'))
  const bad = lines.filter((line) => /^\s*not ok |^# ended with code /.test(line))
  return {
    ...timed,
    remarks: [[`${file.source}: failed; its TAP and its logs are in ${kept}`, ...bad].join('\n')],
  }
}

interface TestQueue {
  next(workspace?: string): Promise<TestFile | undefined>
  isOver(file: TestFile): void
}

/** Holds a file back while its tools are being installed, or while another run of it uses the same t.testdir(). */
function createQueue({ files, toolsSettled }: Part): TestQueue {
  const left = [...files]
  const running = new Set<string>()
  let settled = false
  void toolsSettled.then(() => (settled = true))
  const take = (fits: (file: TestFile) => boolean) => {
    const isReady = ({ source }: TestFile) => !running.has(source) && (settled || toolsOf([source]).length === 0)
    const at = left.findIndex((file) => fits(file) && isReady(file))
    if (at < 0) return undefined
    const [file] = left.splice(at, 1)
    running.add(file!.source)
    return file
  }
  return {
    async next(workspace) {
      const file = take((each) => each.workspace === workspace) ?? take(() => true)
      if (file || left.length === 0) return file
      await toolsSettled
      return take(() => true)
    },
    isOver: ({ source }) => void running.delete(source),
  }
}
