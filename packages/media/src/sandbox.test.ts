import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from '@toile/testing/tap'
import { until } from '@toile/testing/until'
import { Type } from 'typebox'
import { runIsolated } from './sandbox.js'
import { SandboxError } from './sandbox-error.js'
import { assertMade } from './sandbox-use.js'

const script = fileURLToPath(new URL('./sandbox.test-process.js', import.meta.url))
const folder = await mkdtemp(path.join(tmpdir(), 'toile-sandbox-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

const Names = Type.Array(Type.String())
const Seen = Type.Object({ uid: Type.Number(), interfaces: Names, secrets: Names })

const action = (name: string) => ({
  script,
  args: { action: name },
  answer: Seen,
  failures: ['IMAGE_DAMAGED'] as const,
  steps: ['begun'],
  inputPath: script,
  // Each run gets a new folder, because a child that is root without capabilities cannot write to a folder that an
  // earlier run gave to another user.
  workDir: mkdtempSync(path.join(folder, 'work-')),
  maxMemoryBytes: 512 * 2 ** 20,
  timeoutMs: 20_000,
})

await t.test(
  "the child has no network, none of the worker's environment and, with a media user, no root rights",
  async (t) => {
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
    const seen = await runIsolated({
      ...action('look'),
      user,
    })
    t.same(seen.interfaces, ['lo'], 'its own, where nobody listens')
    t.same(
      seen.secrets.filter((name) => /DATABASE|SECRET|REDIS|^TEST_/.test(name)),
      [],
    )
    if (user) t.equal(seen.uid, user.uid)
  },
)

await t.test('the time limit ends a loop, the memory limit ends a memory hog', async (t) => {
  await t.rejects(runIsolated({ ...action('spin'), timeoutMs: 1_000 }), { code: 'PROCESSING_TOO_LONG' })
  await t.rejects(runIsolated(action('hoard')), { code: 'PROCESSING_OUT_OF_MEMORY' })
})

await t.test('the CPU limit, set by the input weight that the script reports, ends a loop', async (t) => {
  let weight = 0
  const run = runIsolated({
    ...action('spin'),
    limitsOf: (bytes) => ({ maxMemoryBytes: 2 ** 30, maxCpuMs: (weight = bytes) }),
  })
  await t.rejects(run, { code: 'PROCESSING_TOO_LONG' })
  t.equal(weight, 500)
})

await t.test('U07 processes that the child starts count: memory, CPU, processes, files', async (t) => {
  const maxMadeBytes = 2 ** 20
  await Promise.all([
    t.rejects(runIsolated(action('breed')), SandboxError, 'processes'),
    t.rejects(runIsolated(action('share')), { code: 'PROCESSING_OUT_OF_MEMORY' }),
    t.rejects(runIsolated({ ...action('toil'), maxCpuMs: 300 }), { code: 'PROCESSING_TOO_LONG' }),
    ...['fill', 'litter', 'hide', 'map'].map((name) =>
      t.rejects(runIsolated({ ...action(name), maxMadeBytes }), SandboxError, name),
    ),
    t.rejects(runIsolated({ ...action('hole'), maxMadeBytes }), /EFBIG/),
  ])
})

await t.test('a child that removes its own folder breaks the rules, which is no server fault', async (t) => {
  await t.rejects(assertMade({ folder: path.join(folder, 'gone'), maxMadeBytes: 1 }), SandboxError)
})

await t.test('a child that dies on its input is a crash, a child that cannot start is a server fault', async (t) => {
  await t.rejects(runIsolated(action('crash')), SandboxError)
  await t.rejects(runIsolated({ ...action('look'), script: `${script}.none` }), /Cannot find module/)
})

await t.test('U07 an answer that our scripts never send counts as a crash', async (t) => {
  await t.rejects(runIsolated({ ...action('look'), answer: Type.Object({ path: Type.String() }) }), SandboxError)
  await t.rejects(runIsolated({ ...action('lie') }), SandboxError)
  await t.rejects(runIsolated({ ...action('long'), answer: Type.String() }), SandboxError)
  for (const name of ['foreign', 'wordy', 'stray', 'chatter', 'babble', 'nul', 'half', 'endless'])
    await t.rejects(runIsolated({ ...action(name) }), SandboxError, name)
})

await t.test("cancelling ends a loop with the signal's reason", async (t) => {
  const cancel = new AbortController()
  const run = runIsolated({
    ...action('spin'),
    signal: cancel.signal,
    onProgress: () => cancel.abort(new Error('cancelled')),
  })
  await t.rejects(run, /cancelled/)
})

await t.test('Q14 kill -9 of the worker leaves no child, not even one in a loop', async (t) => {
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined
  const worker = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { runIsolated } from ${JSON.stringify(new URL('./sandbox.js', import.meta.url).href)}
     await runIsolated({ ...${JSON.stringify({ ...action('spin'), user })}, answer: {}, onProgress: (step) => console.log(step) })`,
  ])
  await once(worker.stdout, 'data')
  const children = below(worker.pid!)
  t.ok(children.length > 0)
  worker.kill('SIGKILL')
  await until(() => !children.some(isAlive))
})

function below(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...below(child)])
}

/** A zombie that its new parent has not reaped yet counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
