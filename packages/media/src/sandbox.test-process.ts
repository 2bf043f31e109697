import { spawn } from 'node:child_process'
import { linkSync, openSync, truncateSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { serveIsolated } from './sandbox-child.js'

/** Past the child's side of runIsolated(), as who has taken it over would. */
const say = (message: unknown) => writeSync(3, `${JSON.stringify(message)}\n`)

// What sandbox.test.ts locks in: a script that misbehaves in the way it is told.
serveIsolated<{ deed: string }>(async ({ deed }, _inputFd, progress, weigh) => {
  progress('begun', 0)
  weigh(500)
  await new Promise(setImmediate)
  if (deed === 'spin') for (;;);
  if (deed === 'lie') say({ kind: 'failure', code: '<script>', params: { deep: { er: [] } } })
  if (deed === 'foreign') say({ kind: 'failure', code: 'BYTES_MISSING', params: {} })
  if (deed === 'foreign') process.exit(0)
  if (deed === 'wordy') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: 'x'.repeat(513) } })
  if (deed === 'long') return 'x'.repeat(65_536)
  if (deed === 'stray') say({ kind: 'progress', step: '<b>', fraction: 0 })
  while (deed === 'chatter')
    await new Promise((resolve) => setImmediate(() => resolve(say({ kind: 'progress', step: 'begun', fraction: 0 }))))
  if (deed === 'babble') writeSync(3, 'no json\n')
  if (deed === 'nul') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: '\0' } })
  if (deed === 'half') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: '\ud800' } })
  while (deed === 'endless') writeSync(3, 'x'.repeat(65_536))
  const start = (count: number, ...command: [string, ...string[]]) => {
    for (let i = 0; i < count; i++) spawn(command[0], command.slice(1), { detached: true }).unref()
  }
  if (deed === 'breed') start(40, 'sleep', '60')
  if (deed === 'share')
    start(4, process.execPath, '-e', 'new Uint8Array(2 ** 28).fill(1); setInterval(() => {}, 1_000)')
  if (deed === 'toil') start(1, 'sh', '-c', 'while :; do :; done')
  if (deed === 'fill') for (let i = 0; i < 3; i++) writeFileSync(`part-${i}`, Buffer.alloc(2 ** 19))
  const hidden = deed === 'hide' ? ['a', 'b', 'c'].map((name) => openSync(name, 'w')) : []
  for (const [i, name] of ['a', 'b', 'c'].slice(0, hidden.length).entries()) {
    unlinkSync(name)
    writeSync(hidden[i]!, Buffer.alloc(2 ** 19))
  }
  if (deed === 'litter') writeFileSync('part', '')
  if (deed === 'litter') for (let i = 0; i < 10_000; i++) linkSync('part', `part-${i}`)
  if (deed === 'hole') writeFileSync('part', 'x')
  if (deed === 'hole') truncateSync('part', 2 ** 21)
  if (/breed|share|toil|hide/.test(deed)) await new Promise((resolve) => setTimeout(resolve, 10_000))
  const hoard: Uint8Array[] = []
  while (deed === 'hoard') hoard.push(new Uint8Array(16 * 2 ** 20).fill(1))
  if (deed === 'crash') setImmediate(() => process.exit(3))
  if (deed === 'crash') await new Promise(() => {})
  return { uid: process.getuid?.(), interfaces: Object.keys(networkInterfaces()), secrets: Object.keys(process.env) }
})
