import { randomBytes } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

export interface ServePage {
  bundle: 'page.bundle.js' | 'convert.bundle.js'
  files: string[]
  bytes?: Buffer
  /** The body of the page's single POST is written to this file. The file must not exist yet. */
  resultPath?: string
  /** Limit for the body of the POST, by default 1 GB. */
  maxResultBytes?: number
}

export interface PageServer {
  origin: string
  pageUrl: string
  fileUrls: string[]
  bytesUrl: string
  resultUrl: string
  close(): void
}

/** The size limit of a model's level: MAX_LEVEL_BYTES of packages/media. This package may not import from there. */
const MAX_RESULT_BYTES = 2 ** 30

const HTML = '<!doctype html><meta charset="utf-8"><canvas></canvas><script type="module" src="page.js"></script>'

/** The page may run only its own script. It may load only files of its server, its own blobs and data URLs. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob: data:; img-src 'self' blob: data:"

/**
 * Serves a page and its files to Chromium on loopback, because a model of hundreds of megabytes does not fit into one
 * DevTools message. The address cannot be guessed. The server lists nothing and follows no symlinks, because a
 * compromised child process may have written to the files' folder.
 */
export async function servePage({
  bundle,
  files,
  bytes,
  resultPath,
  maxResultBytes = MAX_RESULT_BYTES,
}: ServePage): Promise<PageServer> {
  const script = await readFile(new URL(`./${bundle}`, import.meta.url))
  const secret = randomBytes(16).toString('hex')
  const server = createServer((request, response) => {
    const send = (type: string, body: string | Buffer) =>
      response.setHeader('content-type', type).setHeader('content-security-policy', POLICY).end(body)
    const file = files[Number(new RegExp(`^/${secret}/files/(\\d+)$`).exec(request.url ?? '')?.[1])]
    if (request.url === `/${secret}/`) send('text/html', HTML)
    else if (request.url === `/${secret}/page.js`) send('text/javascript', script)
    else if (request.url === `/${secret}/bytes` && bytes) send('application/octet-stream', bytes)
    else if (file !== undefined) void sendFile(file, response)
    else if (request.url === `/${secret}/result` && request.method === 'POST' && resultPath)
      void receive(request, response, resultPath, maxResultBytes)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    pageUrl: `${origin}/${secret}/`,
    fileUrls: files.map((_, index) => `${origin}/${secret}/files/${index}`),
    bytesUrl: `${origin}/${secret}/bytes`,
    resultUrl: `${origin}/${secret}/result`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Closes the file even if the client aborts, because aborted downloads must not use up file descriptors. */
async function sendFile(file: string, response: ServerResponse) {
  const flags = (constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK) as never
  response.setHeader('content-type', 'application/octet-stream')
  await pipeline(createReadStream(file, { flags }), response).catch(() => response.destroy())
}

async function receive(request: IncomingMessage, response: ServerResponse, resultPath: string, maxBytes: number) {
  async function* bounded(chunks: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of chunks) {
      if ((bytes += chunk.length) > maxBytes) throw new Error('too large')
      yield chunk
    }
  }
  try {
    await pipeline(request, bounded, createWriteStream(resultPath, { flags: 'wx' }))
    response.writeHead(204).end()
  } catch {
    response.destroy()
  }
}
