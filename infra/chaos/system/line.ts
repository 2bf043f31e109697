import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** `refused` drops and refuses connections. `silent` holds bytes back. `slow` sends `SLOW_BYTES` a second each way. */
export type LineMode = 'open' | 'refused' | 'silent' | 'slow'

export interface Line {
  port: number
  set(mode: LineMode): Promise<void>
  close(): Promise<void>
}

const SLOW_BYTES = 4_096
const SLICES_A_SECOND = 8
const LOOK_MS = 20

/** Opens a TCP proxy from a free port of this machine to the port `to` of `host`. */
export async function openLine(to: number, host = '127.0.0.1'): Promise<Line> {
  let mode: LineMode = 'open'
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: to, host, allowHalfOpen: true })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', () => {})
      socket.once('close', () => sockets.delete(socket))
    }
    const end = () => [near, far].forEach((socket) => socket.destroy())
    for (const way of [
      [near, far],
      [far, near],
    ] as const)
      pipeline(way[0], gate(), way[1]).catch(end)
  })
  const gate = () =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        while (mode === 'silent') await wait(LOOK_MS)
        for (let at = 0; at < chunk.length; at += SLOW_BYTES / SLICES_A_SECOND) {
          if (mode !== 'slow') {
            this.push(chunk.subarray(at))
            break
          }
          await wait(1_000 / SLICES_A_SECOND)
          this.push(chunk.subarray(at, at + SLOW_BYTES / SLICES_A_SECOND))
        }
        done()
      },
    })
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  const shut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.resetAndDestroy()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  // Changes run one after the other, because listening and closing take a while.
  let last = Promise.resolve()
  const inTurn = (change: () => Promise<void>) => (last = last.then(change, change))
  return {
    port,
    set: (next) =>
      inTurn(async () => {
        if (next === 'refused' && mode !== 'refused') await shut()
        if (next !== 'refused' && mode === 'refused') await listen(port)
        mode = next
      }),
    close: () =>
      inTurn(async () => {
        const wasOpen = mode !== 'refused'
        mode = 'open'
        if (wasOpen) await shut()
      }),
  }
}
