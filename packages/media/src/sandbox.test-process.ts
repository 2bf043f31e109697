import { spawn } from 'node:child_process'
import { linkSync, openSync, truncateSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { serveIsolated } from './sandbox-child.js'

/** Writes to the channel directly, bypassing serveIsolated(), as a compromised child would. */
const say = (message: unknown) => writeSync(3, `${JSON.stringify(message)}\n`)

serveIsolated<{ action: string }>(async ({ action }, _inputFd, progress, weigh) => {
  progress('begun', 0)
  weigh(500)
  await new Promise(setImmediate)
  if (action === 'spin') for (;;);
  if (action === 'lie') say({ kind: 'failure', code: '<script>', params: { deep: { er: [] } } })
  if (action === 'foreign') say({ kind: 'failure', code: 'BYTES_MISSING', params: {} })
  if (action === 'foreign') process.exit(0)
  if (action === 'wordy') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: 'x'.repeat(513) } })
  if (action === 'long') return 'x'.repeat(65_536)
  if (action === 'stray') say({ kind: 'progress', step: '<b>', fraction: 0 })
  while (action === 'chatter')
    await new Promise((resolve) => setImmediate(() => resolve(say({ kind: 'progress', step: 'begun', fraction: 0 }))))
  if (action === 'babble') writeSync(3, 'no json\n')
  if (action === 'nul') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: '\0' } })
  if (action === 'half') say({ kind: 'failure', code: 'IMAGE_DAMAGED', params: { a: '\ud800' } })
  while (action === 'endless') writeSync(3, 'x'.repeat(65_536))
  const start = (count: number, ...command: [string, ...string[]]) => {
    for (let i = 0; i < count; i++) spawn(command[0], command.slice(1), { detached: true }).unref()
  }
  if (action === 'breed') start(40, 'sleep', '60')
  if (action === 'share')
    start(4, process.execPath, '-e', 'new Uint8Array(2 ** 28).fill(1); setInterval(() => {}, 1_000)')
  // Perl, which every Debian has, needs the number of the system call mmap.
  const mmap = { x64: 9, arm64: 222 }[process.arch as 'x64']
  if (action === 'map')
    start(
      1,
      'perl',
      '-e',
      `open(F, '+>', 'kept'); syswrite(F, 'x' x 4096); unlink 'kept'; syscall(${mmap}, 0, 4096, 1, 1, fileno(F), 0); close F; sleep 60`,
    )
  if (action === 'toil') start(1, 'sh', '-c', 'while :; do :; done')
  if (action === 'fill') for (let i = 0; i < 3; i++) writeFileSync(`part-${i}`, Buffer.alloc(2 ** 19))
  const hidden = action === 'hide' ? ['a', 'b', 'c'].map((name) => openSync(name, 'w')) : []
  for (const [i, name] of ['a', 'b', 'c'].slice(0, hidden.length).entries()) {
    unlinkSync(name)
    writeSync(hidden[i]!, Buffer.alloc(2 ** 19))
  }
  if (action === 'litter') writeFileSync('part', '')
  if (action === 'litter') for (let i = 0; i < 10_000; i++) linkSync('part', `part-${i}`)
  if (action === 'hole') writeFileSync('part', 'x')
  if (action === 'hole') truncateSync('part', 2 ** 21)
  if (/breed|share|toil|hide|map/.test(action)) await new Promise(() => setInterval(() => {}, 1_000))
  const hoard: Uint8Array[] = []
  while (action === 'hoard') hoard.push(new Uint8Array(16 * 2 ** 20).fill(1))
  if (action === 'crash') setImmediate(() => process.exit(3))
  if (action === 'crash') await new Promise(() => {})
  return { uid: process.getuid?.(), interfaces: Object.keys(networkInterfaces()), secrets: Object.keys(process.env) }
})
