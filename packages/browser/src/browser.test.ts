import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { readlink, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from '@toile/testing/tap'
import { until } from '@toile/testing/until'
import { openBrowser, type Browser, type JobLimits } from './browser.js'
import { conversionLimits } from './conversion-limits.js'
import { convertToGlb } from './convert-to-glb.js'
import { makeTriangle } from './garment.test-support.js'
import { lightOf } from './light.js'
import { pictureFrom } from './page-results.js'
import { servePage } from './page-server.js'
import { renderPreviews } from './previews.js'
import { chromiumPath, quiet as log, sharedBrowser } from './shared.test-support.js'
import { testUser } from './user.test-support.js'

const executablePath = chromiumPath()
const captures = [{ name: 'cover', width: 308, height: 410 }]
const folder = t.testdir()

async function store(name: string, content: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

/**
 * Lists the processes of the group and Chromium's crash handlers, except zombies. Crash handlers leave the group, but
 * their arguments name the profile. The profile's name contains `owner`, the pid of the process that made the profile.
 */
function chromiumProcesses(pgid: number, owner: number): string[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args=']).toString().split('\n')
  return lines.filter((line) => {
    const [group, state] = line.trim().split(/\s+/)
    const isIts = Number(group) === pgid || line.includes(`toile-chromium-${owner}-`)
    return isIts && !state?.startsWith('Z')
  })
}

function processesOf(pgid: number): { pid: number; command: string }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pgid=,pid=,args=']).toString().split('\n')
  const members = lines
    .map((line) => /^(\d+) +(\d+) (.*)$/.exec(line.trim()))
    .filter((match) => Number(match?.[1]) === pgid)
  return members.map((match) => ({ pid: Number(match![2]), command: match![3]! }))
}

async function untilGone(pgid: number, owner: number): Promise<string[]> {
  const end = Date.now() + 10_000
  let left = chromiumProcesses(pgid, owner)
  while (left.length > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    left = chromiumProcesses(pgid, owner)
  }
  return left
}

let browser: Browser
t.before(async () => {
  browser = await sharedBrowser()
  await lightOf(browser, 'studio')
})

t.test('Q15 a model that hangs the page is killed at its limit, and the next one renders', async (t) => {
  // 60,000 separate meshes keep the page's only thread busy for tens of seconds.
  const json = makeTriangle((gltf) => {
    gltf.nodes = Array.from({ length: 60_000 }, () => ({ mesh: 0 }))
    gltf.scenes = [{ nodes: Array.from({ length: 60_000 }, (_, i) => i) }]
  })
  const modelPath = await store('hanging.gltf', json)
  const pid = browser.pid() as number
  await t.rejects(renderPreviews(browser, { modelPath, captures, timeoutMs: 2_000 }), {
    code: 'PROCESSING_TOO_LONG',
  })
  t.same(await untilGone(pid, process.pid), [], 'all of it is gone')

  const cancel = new AbortController()
  const cancelled = renderPreviews(browser, { modelPath, captures, timeoutMs: 60_000, signal: cancel.signal })
  cancel.abort(new Error('cancelled by its owner'))
  await t.rejects(cancelled, { message: 'cancelled by its owner' })

  const next = await store(
    'triangle.gltf',
    makeTriangle(() => undefined),
  )
  t.equal((await renderPreviews(browser, { modelPath: next, captures, timeoutMs: 60_000 })).size, 1)
})

t.test('a page that uses too much memory or CPU is killed at its limit, and the next file converts', async (t) => {
  const inPage = (limits: Partial<JobLimits>, work: () => unknown) =>
    browser.run({ timeoutMs: 60_000, ...limits }, async (context) => (await context.newPage()).evaluate(work))
  const hoards = inPage({ maxMemoryBytes: 700 * 2 ** 20 }, async () => {
    const hoard: Uint8Array[] = []
    for (;;) {
      hoard.push(new Uint8Array(16 * 2 ** 20).fill(1))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await t.rejects(hoards, { code: 'PROCESSING_OUT_OF_MEMORY' })
  // The wall-clock limit is longer than the test may take, so only the CPU limit can end the job.
  const spins = inPage({ maxCpuMs: 1_000, timeoutMs: 3_600_000 }, () => {
    for (;;);
  })
  await t.rejects(spins, { code: 'PROCESSING_TOO_LONG' })

  const model = path.join(folder, 'triangle.obj')
  await writeFile(model, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')
  const files = [{ name: 'triangle.obj', path: model }]
  const outPath = path.join(folder, 'triangle.glb')
  const refersTo = { materials: [], references: [], missing: [] }
  const source = await convertToGlb(browser, { format: 'obj', files, ...refersTo, outPath, timeoutMs: 60_000 })
  t.equal(source.format, 'obj')
})

t.test('Q15 Chromium runs with its sandbox on', async (t) => {
  const members = chromiumProcesses(browser.pid() as number, process.pid)
  t.ok(members.length > 1)
  t.notOk(members.some((line) => line.includes('--no-sandbox')))
})

t.test('U07 Chromium sees neither our files nor other processes, and opens no debugging port', async (t) => {
  const secret = await store('secret', 'of the worker')
  const chromium = processesOf(browser.pid() as number).filter(
    ({ command }) => command.includes('--user-data-dir') && !/bwrap|--type=/.test(command),
  )
  t.ok(chromium.length > 0)
  for (const { pid, command } of chromium) {
    t.not(await readlink(`/proc/${pid}/ns/pid`), await readlink('/proc/self/ns/pid'), 'a world of processes of its own')
    t.notOk(existsSync(`/proc/${pid}/root${secret}`), 'not a file of ours')
    t.ok(existsSync(`/proc/${pid}/root/usr/bin/env`), 'the programs of the system')
    t.notOk(command.includes('--remote-debugging-port'))
  }
})

t.test('U07 refuses results of a page that exceed the largest possible size', async (t) => {
  const resultPath = path.join(folder, 'result')
  const server = await servePage({ bundle: 'convert.bundle.js', files: [], resultPath, maxResultBytes: 10 })
  await t.rejects(fetch(server.resultUrl, { method: 'POST', body: 'x'.repeat(11) }))
  server.close()
  for (const result of ['x'.repeat(100_000), null, 7])
    t.throws(() => pictureFrom(result, { width: 1, height: 1 }), { code: 'PROCESSING_FAILED' })
  const picture = Buffer.from('a picture')
  t.same(pictureFrom(picture.toString('base64'), { width: 1, height: 1 }), picture)
})

t.test('U07 an aborted download of a page leaves no file open in the worker', async (t) => {
  const file = await store('large', '')
  await truncate(file, 2 ** 26)
  const server = await servePage({ bundle: 'convert.bundle.js', files: [file], maxResultBytes: 10 })
  const isOpen = () =>
    readdirSync('/proc/self/fd').some((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === file
      } catch {
        return false
      }
    })
  for (let i = 0; i < 5; i++) {
    const cut = new AbortController()
    const result = await fetch(server.fileUrls[0]!, { signal: cut.signal })
    await result.body!.getReader().read()
    t.ok(isOpen())
    cut.abort()
  }
  await until(async () => !isOpen())
  server.close()
})

t.test(
  "U07 a child's symlink adds no conversion time, a sparse file at most that of the largest archive",
  async (t) => {
    const [hole, link] = [await store('hole', ''), path.join(folder, 'link')]
    await truncate(hole, 2 ** 40)
    await symlink(hole, link)
    t.ok((await conversionLimits([{ path: link }])).maxCpuMs! < 10_001)
    t.equal((await conversionLimits([{ path: hole }])).maxCpuMs, 10_000 + 640 * 400)
  },
)

t.test('Q14 a killed process leaves no Chromium behind', async (t) => {
  const holder = spawn(process.execPath, [
    fileURLToPath(new URL('./open-browser.test-process.js', import.meta.url)),
    executablePath,
  ])
  const lines = createInterface({ input: holder.stdout })[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  t.ok(chromiumProcesses(pid, holder.pid as number).length > 1, 'it holds a browser')
  holder.kill('SIGKILL')
  t.same(await untilGone(pid, holder.pid as number), [])
})

t.test('Chromium starts with the first job, ends when idle, and starts again', async (t) => {
  const idle = await openBrowser({ executablePath, user: testUser(), idleMs: 100, log })
  t.equal(idle.pid(), null, 'none before the first job')
  const job = () => idle.run({ timeoutMs: 60_000 }, () => Promise.resolve(idle.pid() as number))
  const first = await job()
  // Owner 0 matches no profile, so only the group counts. The test's own pid would also match the profile of `browser`.
  t.same(await untilGone(first, 0), [], 'gone after the idle time')
  t.equal(idle.pid(), null)
  t.not(await job(), first)

  const hold = await idle.hold()
  const refused = t.rejects(job(), { message: 'the browser was closed' }, 'a job waiting behind a hold is rejected')
  await idle.close()
  await refused
  await t.rejects(
    hold.run({ timeoutMs: 1_000 }, () => Promise.resolve()),
    { message: 'the browser was closed' },
  )
})

t.test('without a graphics card, a browser that should use one logs it and renders anyway', async (t) => {
  const warnings: string[] = []
  const own = await openBrowser({
    executablePath,
    user: testUser(),
    useGpu: true,
    log: { info: () => undefined, warn: (_, message) => warnings.push(message) },
  })
  t.teardown(() => own.close())
  const drawn = await own.run({ timeoutMs: 60_000 }, async (context) => {
    const page = await context.newPage()
    return page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')!
      return String(gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info')!.UNMASKED_RENDERER_WEBGL))
    })
  })
  const isWarned = warnings.some((message) => message.startsWith('No graphics card can be used here'))
  t.equal(isWarned, drawn.includes('SwiftShader'), drawn)
})
