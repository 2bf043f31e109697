import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { giveS3rverItsParser } from './s3rver-xml.test-support.js'
import type { S3Config } from './storage.js'

giveS3rverItsParser()
const { default: S3rver } = await import('s3rver')

/**
 * Starts s3rver, which checks signatures. Adds ListParts and AbortMultipartUpload, which s3rver 3.7 lacks. No server of
 * this kind is maintained, so overrides in package.json keep the packages with which s3rver parses requests (koa,
 * busboy, fast-xml-parser) up to date. Requests that `refuse` selects are answered with 500.
 */
export async function startS3Server(directory: string) {
  const bucket = 'toile'
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] })
  await s3rver.configureBuckets()
  const handleS3 = s3rver.callback()
  const faults = { refuse: (_request: IncomingMessage, _url: URL): boolean | Promise<boolean> => false }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const uploadId = url.searchParams.get('uploadId')
    if (await faults.refuse(request, url)) {
      request.resume()
      return send(response, 500, '<Error><Code>InternalError</Code></Error>')
    }
    const folder = path.join(directory, bucket, '._S3rver_uploads', path.basename(uploadId ?? ''))
    if (uploadId && request.method === 'GET') return listParts(folder, response)
    if (uploadId && request.method === 'DELETE') return abort(folder, response)
    handleS3(request, response)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const config: S3Config = {
    driver: 's3',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    config,
    faults,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      // Aborted writes may still go on, so the removal of their folder is retried.
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

async function listParts(folder: string, response: ServerResponse) {
  const files = await readdir(folder).catch(() => null)
  if (!files) return noSuchUpload(response)
  const parts: string[] = []
  for (const file of files.filter((name) => name.endsWith('.md5'))) {
    const number = file.slice(0, -'.md5'.length)
    const md5 = await readFile(path.join(folder, file), 'utf8')
    let bytes = await readFile(path.join(folder, number))
    // s3rver answers before a part's last bytes are on disk, so read the file until it is complete.
    while (createHash('md5').update(bytes).digest('hex') !== md5) bytes = await readFile(path.join(folder, number))
    parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>"${md5}"</ETag><Size>${bytes.length}</Size></Part>`)
  }
  send(response, 200, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`)
}

async function abort(folder: string, response: ServerResponse) {
  if (!(await readdir(folder).catch(() => null))) return noSuchUpload(response)
  await rm(folder, { recursive: true })
  response.writeHead(204).end()
}

function noSuchUpload(response: ServerResponse) {
  send(response, 404, '<Error><Code>NoSuchUpload</Code><Message>The upload does not exist.</Message></Error>')
}

function send(response: ServerResponse, status: number, xml: string) {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}
