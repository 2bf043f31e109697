import type { FastifyReply, FastifyRequest } from 'fastify'
import t from '@toile/testing/tap'
import { testConfig } from '@toile/testing/processes'
import { createKnownBrowsers } from './known-browsers.js'

await t.test('S01 a forged cookie of a known browser causes no database lookup', async (t) => {
  const config = await testConfig({ databaseUrl: '', redisUrl: '' })
  const browsers = createKnownBrowsers(config)
  const from = (cookie: string) => ({ cookies: { 'known-browser': cookie } }) as unknown as FastifyRequest
  let genuine = ''
  const reply = { setCookie: (_: string, value: string) => (genuine = value) } as unknown as FastifyReply
  browsers.remember(from(''), reply, 'ann')
  const entry = genuine.split('.')
  const madeUp = ['', 'a', 'a.b', 'a.b.c', '~~', `x${genuine}`, `${genuine}x`, entry.slice(0, 2).join('.')]
  for (const cookie of [...madeUp, [entry[0], 'other', entry[2]].join('.')])
    t.equal(await browsers.find(from(cookie), () => Promise.reject(new Error('looked'))), undefined, cookie)
  t.equal(await browsers.find(from(genuine), async () => ({ id: 'ann' })), entry[0], 'a cookie of ours is looked up')
  t.equal(await browsers.find(from(genuine), async () => ({ id: 'eve' })), undefined)
})
