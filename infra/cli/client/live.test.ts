import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import t from '@toile/testing/tap'
import { callApi } from './api.js'
import { openLive } from './live.js'

await t.test('closing ends a call that is being tried again, because it would keep the process running', async (t) => {
  const server = createServer((_, response) => response.writeHead(503).end())
  const sockets = new Server(server)
  t.teardown(() => sockets.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const api = { url, token: 'token', signal: new AbortController().signal }
  const failed = new Promise<Error>((resolve) => {
    const catchUp = () => {
      callApi(live, 'GET', '/uploads/1').catch(resolve)
      close()
    }
    const { live, close } = openLive(api, { catchUp, refused: (error) => t.fail(error.message) })
  })
  t.equal((await failed).name, 'AbortError')
})
