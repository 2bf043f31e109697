import { createServer, type AddressInfo, type Server } from 'node:net'

/** A server that must receive no connections. */
export interface Knocks {
  /** Several spellings of the server's address, and the address of cloud metadata, which count() does not cover. */
  addresses: string[]
  count(): number
  stop(): void
}

/** Listens on IPv4 and IPv6 loopback and counts connections. */
export async function startKnocks(): Promise<Knocks> {
  let count = 0
  const server = () =>
    createServer((socket) => {
      count++
      socket.on('error', () => {}).end('HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n')
    })
  const first = server()
  await listen(first, 0, '127.0.0.1')
  const { port } = first.address() as AddressInfo
  const second = server()
  // The error is ignored, because the host may have no IPv6.
  await listen(second, port, '::1').catch(() => {})
  return {
    addresses: [
      `http://127.0.0.1:${port}/knock`,
      `http://[::1]:${port}/knock`,
      `http://[::ffff:127.0.0.1]:${port}/knock`,
      `http://2130706433:${port}/knock`,
      `http://0x7f.1:${port}/knock`,
      `http://localhost:${port}/knock`,
      'http://169.254.169.254/latest/meta-data/',
    ],
    count: () => count,
    stop() {
      first.close()
      second.close()
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}
