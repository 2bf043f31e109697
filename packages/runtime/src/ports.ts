import { createServer } from 'node:net'

// Below the range out of which systems take the ports of outgoing connections (Linux: 32768 and up), so that a port
// found free is still free a moment later, when its process listens.
const FIRST_PORT = 20_000
// Each process looks in a part of its own, in turn: what one has found free and is about to take no other finds free.
const PORTS_OF_PROCESS = 200
const PARTS = 60
const firstOfProcess = FIRST_PORT + (process.pid % PARTS) * PORTS_OF_PROCESS
let turn = Math.floor(Math.random() * PORTS_OF_PROCESS)

/** Listens for a moment: resolves when the port is free on that address, rejects with the system's error otherwise. */
export function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}

/** A free TCP port on 127.0.0.1; `preferred` when that one is free. */
export async function freePort(preferred?: number): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_PROCESS; tries++) {
    const port = (tries === 0 && preferred) || firstOfProcess + (turn++ % PORTS_OF_PROCESS)
    if (await tryPort(port, '127.0.0.1').catch(() => undefined)) return port
  }
  throw new Error(`No free port from ${firstOfProcess} on`)
}
