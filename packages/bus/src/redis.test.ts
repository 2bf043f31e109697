import t from '@toile/testing/tap'
import { createRunning } from '@toile/runtime/process'
import { testConfig } from '@toile/testing/processes'
import { startTestRedis } from '@toile/testing/redis'
import { assertSafeRedis, connectRedis } from './redis.js'

await t.test('Q07 refuses a Redis that would lose jobs, in one sentence', async (t) => {
  for (const [options, reason] of [
    [{ 'maxmemory-policy': 'allkeys-lru' }, /noeviction/],
    [{ appendonly: 'no' }, /appendonly/],
    [{}, undefined],
  ] as const) {
    const server = await startTestRedis(options)
    const { log } = createRunning('test', await testConfig({ databaseUrl: 'postgres://none', redisUrl: server.url }))
    const redis = connectRedis(server.url, log)
    if (reason) await t.rejects(assertSafeRedis(redis), reason)
    else await t.resolves(assertSafeRedis(redis))
    redis.disconnect()
    await server.stop()
  }
})
