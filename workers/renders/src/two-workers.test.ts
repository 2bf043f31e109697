import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from '@toile/testing/tap'
import { until } from '@toile/testing/until'
import { startRenders, type Renders } from './renders.test-support.js'

let renders: Renders
t.before(async () => {
  renders = await startRenders()
})
t.teardown(() => renders.close())

await t.test('two workers share a film; one is killed in the middle, and no stored frame is drawn again', async (t) => {
  const log: { msg?: string; piece?: string; render?: string }[] = []
  const processes: ChildProcess[] = []
  const start = (entry: string) => {
    const child = fork(fileURLToPath(new URL(`../../../${entry}/dist/main.js`, import.meta.url)), {
      env: {
        ...process.env,
        ...renders.environment,
        OPS_PORT: '0',
        JOB_LOCK_SECONDS: '2',
        SWEEP_AFTER_SECONDS: '5',
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let rest = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) if (line.startsWith('{')) log.push(JSON.parse(line) as object)
    })
    processes.push(child)
    return child
  }
  t.teardown(async () => {
    for (const child of processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    }
  })
  start('services/relay')
  start('workers/renders')
  start('workers/renders')
  // The model is declared as heavy, so that each frame becomes a chunk, but it is quick to draw.
  const cameras = Array.from({ length: 16 }, (_, i) => ({ azimuth: i * 22.5, elevation: 7, allRound: true }) as const)
  const options = { cameras, width: 96, height: 128, triangles: 1_500_000 }
  const filmOf = (elevation: number, frames: number) =>
    renders.render({ ...options, cameras: cameras.slice(0, frames).map((camera) => ({ ...camera, elevation })) })
  const finished = (id: string) => until(async () => (await renders.rowOf(id)).status === 'finished')
  const storedOf = (id: string) =>
    log.filter(({ msg, render: of }) => msg === 'stored' && of === id).map(({ piece }) => piece)
  // Both workers open their stages first. Otherwise one worker would draw many frames while the other opens its stage.
  await until(async () => {
    const first = await renders.render({ ...options, type: 'spin', cameras: cameras.slice(0, 2) })
    await finished(first)
    return (await renders.rowOf(first)).workers.length === 2
  })
  const whole = await filmOf(7, 16)
  await finished(whole)
  const { workers, outputs } = await renders.rowOf(whole)
  t.equal(outputs.length, 18)
  t.comment(JSON.stringify(workers))
  t.equal(new Set(storedOf(whole)).size, storedOf(whole).length, 'none was stored twice')
  t.equal(workers.length, 2)
  // An idle worker takes the next chunk, so the split depends on the machine's load. Two chunks are enough here.
  for (const { chunks } of workers) t.ok(chunks >= 2, `${chunks} of 17 parts`)

  const killed = await filmOf(20, 8)
  await until(async () => (await renders.rowOf(killed)).framesDone >= 3)
  processes[1]!.kill('SIGKILL')
  await finished(killed)
  t.equal(new Set(storedOf(killed)).size, storedOf(killed).length, 'what was stored is not drawn again')
  t.equal((await renders.rowOf(killed)).outputs.length, 10)
})
