import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP load balancer, which hands each new connection to the next copy. */
export interface Edge {
  url: string
  ports: number[]
  cut(): void
  close(): void
}

/** Listens on loopback. The edge works below HTTP, so it carries web sockets as well. */
export async function openEdge(ports: number[]): Promise<Edge> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer((from) => {
    const to = connect(edge.ports[turn++ % edge.ports.length]!, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const cut = () => open.forEach((socket) => socket.destroy())
  const close = () => {
    server.close()
    cut()
  }
  const edge: Edge = { url: '', ports, cut, close }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  edge.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return edge
}
