import { open, readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { serveIsolated } from './sandbox-child.js'

export interface Trespass {
  /** Files to open for writing, in places of others. */
  writes: string[]
  /** Files of others to read. */
  reads: string[]
  /** Hosts and ports to connect to. */
  connects: { host: string; port: number }[]
}

/** The code of the error that each deed met, or `done`. */
type Met = Record<keyof Trespass, string[]> & { ownFile: string }

const codeOf = (deed: Promise<unknown>): Promise<string> =>
  deed.then(
    () => 'done',
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  )

// Opened for writing only: should the lock fail, the host is left as it was.
const write = async (file: string) => (await open(file, 'a')).close()

const reach = (target: { host: string; port: number }) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ ...target, timeout: 5_000 }, () => resolve(socket.destroy() && undefined))
    socket.once('error', reject).once('timeout', () => reject(socket.destroy() && new Error('timeout')))
  })

// What sandbox-trespass.test.ts locks in: a media tool that a file has taken over, and that tries what it can reach.
serveIsolated<Trespass>(async ({ writes, reads, connects }): Promise<Met> => ({
  ownFile: await codeOf(write('of-its-own')),
  writes: await Promise.all(writes.map((file) => codeOf(write(file)))),
  reads: await Promise.all(reads.map((file) => codeOf(readFile(file)))),
  connects: await Promise.all(connects.map((target) => codeOf(reach(target)))),
}))
