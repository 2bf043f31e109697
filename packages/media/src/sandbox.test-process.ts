import { networkInterfaces } from 'node:os'
import { serveIsolated } from './sandbox-child.js'

// What sandbox.test.ts locks in: a script that misbehaves in the way it is told.
serveIsolated<{ deed: string }>(async ({ deed }, _inputFd, progress, weigh) => {
  progress(`pid ${process.pid}`, 0)
  weigh(500)
  await new Promise(setImmediate)
  if (deed === 'spin') for (;;);
  // Past the child's side of runIsolated(), as who has taken it over would.
  if (deed === 'lie') process.send!({ kind: 'failure', code: '<script>', params: { deep: { er: [] } } })
  while (deed === 'chatter')
    await new Promise((resolve) => process.send!({ kind: 'progress', step: 'x', fraction: 0 }, resolve))
  const hoard: Uint8Array[] = []
  while (deed === 'hoard') hoard.push(new Uint8Array(16 * 2 ** 20).fill(1))
  if (deed === 'crash') setImmediate(() => process.exit(3))
  if (deed === 'crash') await new Promise(() => {})
  return { uid: process.getuid?.(), interfaces: Object.keys(networkInterfaces()), secrets: Object.keys(process.env) }
})
