import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServer {
  origin: string
  pageUrl: string
  modelUrl: string
  close(): void
}

const html = '<!doctype html><meta charset="utf-8"><canvas></canvas><script type="module" src="page.js"></script>'

/** The page may run its own script and read its own model, and nothing else in the world. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; img-src blob: data:"

/**
 * Serves the render page and one model to Chromium, on loopback and under a name nobody can guess. A server, because a
 * model of hundreds of megabytes does not fit into one message of the DevTools protocol. Knows three addresses, reads
 * one file, lists nothing.
 */
export async function serveModel(modelPath: string): Promise<ModelServer> {
  const script = await readFile(new URL('./page.bundle.js', import.meta.url))
  const secret = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    const send = (type: string, body: string | Buffer) =>
      response.setHeader('content-type', type).setHeader('content-security-policy', policy).end(body)
    if (request.url === `/${secret}/`) send('text/html', html)
    else if (request.url === `/${secret}/page.js`) send('text/javascript', script)
    else if (request.url === `/${secret}/model`) {
      createReadStream(modelPath)
        .on('error', () => response.destroy())
        .pipe(response.setHeader('content-type', 'application/octet-stream'))
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pageUrl: `${origin}/${secret}/`,
    modelUrl: `${origin}/${secret}/model`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
