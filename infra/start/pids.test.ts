import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { birthOf, endLeftovers, endProcess, recordPid, stillRunning } from './pids.js'

function sleeper(t: Test, script = 'setInterval(() => {}, 1000)'): ChildProcess & { pid: number } {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => child.kill('SIGKILL'))
  return child as ChildProcess & { pid: number }
}

t.test('distinguishes processes with the same pid by their start time', async (t) => {
  const child = sleeper(t)
  t.ok(birthOf(child.pid))
  t.equal(birthOf(child.pid), birthOf(child.pid))
  t.not(birthOf(child.pid), birthOf(process.pid))
  const { pid } = child
  await endProcess(pid, 'SIGTERM', 5_000)
  t.equal(birthOf(pid), undefined)
})

t.test('ends leftovers by id and removes their records', async (t) => {
  const dataDir = t.testdir()
  const [relay, postgres] = [sleeper(t), sleeper(t)]
  recordPid(dataDir, 'relay', relay.pid)
  recordPid(dataDir, 'postgres', postgres.pid)
  t.same(
    stillRunning(dataDir)
      .map(({ name }) => name)
      .sort(),
    ['postgres', 'relay'],
  )
  t.equal((await endLeftovers(dataDir)).length, 2)
  t.equal(birthOf(relay.pid), undefined)
  t.equal(birthOf(postgres.pid), undefined)
  t.same(stillRunning(dataDir), [])
})

t.test('leaves another program with the recorded pid alone', async (t) => {
  const dataDir = t.testdir()
  const other = sleeper(t)
  mkdirSync(path.join(dataDir, 'pids'))
  writeFileSync(path.join(dataDir, 'pids/api'), `${other.pid} earlier-boot:123\n`)
  t.same(await endLeftovers(dataDir), [])
  t.ok(birthOf(other.pid))
})

t.test('kills a process that ignores the signal, once its grace period is over', async (t) => {
  const stubborn = sleeper(t, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")')
  await new Promise((resolve) => stubborn.stdout?.once('data', resolve))
  await endProcess(stubborn.pid, 'SIGTERM', 100)
  t.equal(birthOf(stubborn.pid), undefined)
})
