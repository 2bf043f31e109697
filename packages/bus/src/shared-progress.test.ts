import { Redis } from 'ioredis'
import t from '@toile/testing/tap'
import { startTestRedis } from '@toile/testing/redis'
import { shareProgress } from './shared-progress.js'

await t.test('progress of several workers adds up and never decreases', async (t) => {
  const server = await startTestRedis()
  const redis = new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => null })
  redis.on('error', () => {})
  t.equal(await shareProgress(redis, 'one', 'a', 0.2), 0.2)
  t.equal(await shareProgress(redis, 'one', 'b', 0.3), 0.5)
  t.equal(await shareProgress(redis, 'one', 'a', 0.1), 0.5, 'a part that a killed worker left begins anew')
  t.equal(await shareProgress(redis, 'one', 'a', 0.5), 0.8)
  t.equal(await shareProgress(redis, 'one', 'c', 0.9), 1, 'never more than all')
  t.equal(await shareProgress(redis, 'two', 'a', 0.1), 0.1, 'another render, or another try, counts by itself')
  let last = 0
  for (const share of [0.1, 0.4, 0.2, 0.6, 0.6, 0.3]) {
    const now = await shareProgress(redis, 'three', 'a', share)
    t.ok(now >= last)
    last = now
  }
  await server.stop()
  t.equal(await shareProgress(redis, 'one', 'a', 0.4), 0.4, 'while Redis is away each knows of its own')
  redis.disconnect()
})
