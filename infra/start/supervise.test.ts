import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { birthOf, stillRunning } from './pids.js'
import type { Program } from './program.js'
import { supervise } from './supervise.js'

async function until<T>(get: () => T | undefined | false): Promise<T> {
  for (;;) {
    const value = get()
    if (value) return value
    await wait(10)
  }
}

function program(dataDir: string, script: string): Program {
  return {
    name: 'stand-in',
    command: process.execPath,
    args: ['-e', `require('fs').writeFileSync(process.env.UP, 'x'); ${script}`],
    env: { UP: path.join(dataDir, 'up') },
    stopSignal: 'SIGTERM',
    isReady: async () => existsSync(path.join(dataDir, 'up')),
  }
}

async function started(t: Test, script: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'toile-supervise-'))
  const said: string[] = []
  const supervised = supervise(program(dataDir, script), dataDir, (line) => said.push(line))
  t.teardown(async () => {
    await supervised.stop(100)
    // The folder is removed after the program has ended, because a running program writes there.
    rmSync(dataDir, { recursive: true, force: true })
  })
  await supervised.firstReady(10_000)
  return { dataDir, said, supervised, pid: supervised.pid() ?? 0 }
}

t.test('restarts a killed program and tells the operator', async (t) => {
  const { dataDir, said, supervised, pid } = await started(t, 'setInterval(() => {}, 1000)')
  t.same(stillRunning(dataDir), [{ name: 'stand-in', pid }])
  // The restarted program counts as ready only when it has written this file again.
  rmSync(path.join(dataDir, 'up'))
  process.kill(pid, 'SIGKILL')
  const next = await until(() => supervised.pid() !== pid && supervised.pid())
  t.not(next, pid)
  await until(() => supervised.state() === 'ready')
  t.match(said[0], /stand-in was ended by SIGKILL; restarting in 0.5 s/)
  t.equal(said[1], 'stand-in runs again')
})

t.test('ends a program’s children with it', async (t) => {
  const child = `const c = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`
  const { dataDir, pid } = await started(t, `${child}; console.log('child ' + c.pid); setInterval(() => {}, 1000)`)
  const log = path.join(dataDir, 'logs/stand-in.log')
  const childPid = Number(await until(() => /child (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]))
  t.ok(birthOf(childPid))
  process.kill(pid, 'SIGKILL')
  await until(() => birthOf(childPid) === undefined)
})

t.test('ends a program within its grace period, without a restart', async (t) => {
  const { dataDir, supervised, pid } = await started(t, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)')
  await supervised.stop(200)
  t.equal(birthOf(pid), undefined)
  t.equal(supervised.state(), 'stopped')
  t.same(stillRunning(dataDir), [])
})

t.test('rejects with the reason when a program ends before it is ready, without a restart loop', async (t) => {
  const dataDir = t.testdir()
  const broken: Program = {
    ...program(dataDir, ''),
    args: ['-e', 'console.error("SECRET is not set"); process.exit(3)'],
  }
  const supervised = supervise(broken, dataDir, () => {})
  await t.rejects(supervised.firstReady(10_000), /stand-in ended with code 3 before it was ready.*SECRET is not set/s)
})
