import { createServer } from 'node:net'

// Below the ephemeral ports (Linux: 32768 and up), which the system could assign before the process listens.
const FIRST_PORT = 20_000
// Each process searches one of 60 ranges, chosen by its pid, so that two processes rarely find the same port.
const PORTS_OF_PROCESS = 200
const PARTS = 60
const firstOfProcess = FIRST_PORT + (process.pid % PARTS) * PORTS_OF_PROCESS
let turn = Math.floor(Math.random() * PORTS_OF_PROCESS)

export function tryPort(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(port, host, () => server.close(() => resolve(port)))
  })
}

export async function freePort(preferred?: number): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_PROCESS; tries++) {
    const port = (tries === 0 && preferred) || firstOfProcess + (turn++ % PORTS_OF_PROCESS)
    if (await tryPort(port, '127.0.0.1').catch(() => undefined)) return port
  }
  throw new Error(`No free port from ${firstOfProcess} on`)
}
