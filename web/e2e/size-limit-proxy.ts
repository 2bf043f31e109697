import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { baseUrl } from './visitor.js'

export interface SizeLimitProxy {
  url: string
  /** The proxy refuses larger requests as nginx does: in HTML, as soon as it has the headers. It discards the body. */
  refuseAbove: number
  /** If a body has more bytes, the proxy cuts the connection or, with `respondsWith502`, answers 502 as Caddy does. */
  cutAfter: number
  respondsWith502: boolean
  /** Returns the content lengths in bytes of the PATCH requests since the last call. */
  takeRequestSizes(): number[]
  close(): Promise<unknown>
}

export async function openSizeLimitProxy(): Promise<SizeLimitProxy> {
  let sizes: number[] = []
  const lengthOf = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0)
  const server = createServer((request, response) => {
    const length = lengthOf(request)
    if (request.method === 'PATCH') sizes.push(length)
    if (length > proxy.refuseAbove) {
      request.resume()
      return response.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
    }
    const { method, url: path, headers } = request
    const upstream = sendRequest(new URL(path ?? '/', baseUrl), {
      method,
      headers: { ...headers, host: new URL(baseUrl).host },
    })
    upstream.on('response', (back) => back.pipe(response.writeHead(back.statusCode ?? 502, back.headers)))
    upstream.on('error', () => (proxy.respondsWith502 ? response.writeHead(502).end() : response.destroy()))
    // As many proxies do, this one passes a request on only when it is complete. So nothing of a cut request is stored,
    // and however many bytes the browser counted, only smaller requests get through.
    const body: Buffer[] = []
    let received = 0
    request.on('data', (bytes: Buffer) => {
      body.push(bytes)
      received += bytes.length
      if (received > proxy.cutAfter) (proxy.respondsWith502 ? upstream : request).destroy(new Error('too long'))
    })
    request.on('close', () => request.complete || upstream.destroy())
    request.on('end', () => upstream.end(Buffer.concat(body)))
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: SizeLimitProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseAbove: Infinity,
    cutAfter: Infinity,
    respondsWith502: false,
    takeRequestSizes() {
      const taken = sizes
      sizes = []
      return taken
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
