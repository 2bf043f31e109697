import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { baseUrl } from './visitor.js'

/** A proxy in front of the Toile under test that lets no large request through, as people's own have it. */
export interface NarrowProxy {
  url: string
  /** Above it a request is refused as nginx does it: at once, in HTML, without a look at the body. */
  refuseAbove: number
  /** After so many bytes of a body the connection is cut; or the way onward is, and it says 502 as Caddy does. */
  cutAfter: number
  says502: boolean
  /** The lengths of the pieces of files that were asked to pass, from the last look on. */
  takePieces(): number[]
  close(): Promise<unknown>
}

export async function openNarrowProxy(): Promise<NarrowProxy> {
  let pieces: number[] = []
  const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)
  const server = createServer((call, answer) => {
    const length = lengthOf(call)
    if (call.method === 'PATCH') pieces.push(length)
    if (length > proxy.refuseAbove) {
      call.resume()
      return answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
    }
    const { method, url: path, headers } = call
    const onward = ask(new URL(path ?? '/', baseUrl), { method, headers: { ...headers, host: new URL(baseUrl).host } })
    onward.on('response', (back) => back.pipe(answer.writeHead(back.statusCode ?? 502, back.headers)))
    onward.on('error', () => (proxy.says502 ? answer.writeHead(502).end() : answer.destroy()))
    let passed = 0
    call.on('data', (bytes: Buffer) => {
      passed += bytes.length
      if (passed > proxy.cutAfter) (proxy.says502 ? onward : call).destroy(new Error('too long'))
    })
    call.on('close', () => call.complete || onward.destroy())
    call.pipe(onward)
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: NarrowProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseAbove: Infinity,
    cutAfter: Infinity,
    says502: false,
    takePieces() {
      const taken = pieces
      pieces = []
      return taken
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
