import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'

// `tus FOLDER` runs @tus/server as its guide shows. `put FOLDER` writes each request body to a file and syncs it.

const [kind, folder] = process.argv.slice(2) as ['tus' | 'put', string]

const tus = new TusServer({ path: '/', datastore: new FileStore({ directory: folder }) })
const server = createServer((request, answer) => {
  if (kind === 'tus') return void tus.handle(request, answer)
  const file = createWriteStream(path.join(folder, 'file'), { flush: true })
  pipeline(request, file).then(
    () => answer.writeHead(204).end(),
    () => answer.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
