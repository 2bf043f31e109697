import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import t from '@toile/testing/tap'
import { registerErrorHandler } from './error-responses.js'
import { compressJson } from './json-bytes.js'

await t.test('a compressed stream that fails before its first byte is answered by a readable error', async (t) => {
  const app = fastify()
  t.teardown(() => app.close())
  compressJson(app)
  registerErrorHandler(app)
  app.get('/', (_request, reply) =>
    reply.type('application/json').send(
      Readable.from(
        (async function* () {
          yield '{'
          throw new Error('Postgres has gone')
        })(),
      ),
    ),
  )
  const response = await app.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  t.equal(response.statusCode, 500)
  t.equal(response.headers['content-encoding'], undefined)
  t.match(response.json(), { statusCode: 500 })
})

await t.test('bodies over 256 kB are compressed, too', async (t) => {
  const body = { items: Array.from({ length: 100_000 }, (_, at) => at) }
  const app = fastify()
  t.teardown(() => app.close())
  compressJson(app)
  app.get('/', () => body)
  const response = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
  t.equal(response.headers['content-encoding'], 'gzip')
  t.same(JSON.parse(gunzipSync(response.rawPayload).toString()), body)
})
