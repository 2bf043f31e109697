import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server as TusServer } from '@tus/server'
import t from '@toile/testing/tap'
import { sendFile } from './send-file.js'

await t.test('sends smaller requests through a proxy that refuses large ones, or names the cause', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-send-'))
  const tus = new TusServer({ path: '/uploads', datastore: new FileStore({ directory: folder }) })
  let limit = 1024 ** 2
  const server = createServer((call, answer) => {
    if (Number(call.headers['content-length'] ?? 0) <= limit) return void tus.handle(call, answer)
    call.resume()
    answer.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
  const bytes = randomBytes(2_500_000)
  const file = path.join(folder, 'dress.glb')
  await writeFile(file, bytes)
  const api = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'any',
    signal: new AbortController().signal,
  }
  let id = ''
  const tell = { announced: (one: string) => (id = one), progress: () => {}, interrupted: () => {} }
  await sendFile(file, api, tell)
  t.ok((await readFile(path.join(folder, id))).equals(bytes))

  limit = 10_000
  await t.rejects(sendFile(file, api, tell), /in front of the API refuses requests of this size/)
})
