import { createServer } from 'node:net'

// Below the range out of which systems take the ports of outgoing connections (Linux: 32768 and up), so that a port
// found free is still free a moment later, when its process listens.
const FIRST_PORT = 20_000
const LAST_PORT = 32_000
const MAX_TRIES = 100

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
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = (tries === 0 && preferred) || FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT))
    if (await tryPort(port, '127.0.0.1').catch(() => undefined)) return port
  }
  throw new Error(`No free port from ${FIRST_PORT} to ${LAST_PORT}`)
}
