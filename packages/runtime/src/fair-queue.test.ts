import { setTimeout } from 'node:timers/promises'
import t from '@toile/testing/tap'
import { fairQueue, QueueFull } from './fair-queue.js'

t.test('what waits is taken from each in turns, and a line that is full takes no more', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 5, maxWaitingOfKey: 4 })
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const first = queue('many', () => gate)
  const ask = (key: string, name: string) => queue(key, async () => void done.push(name))
  const asked = ['a', 'b', 'c', 'd'].map((name) => ask('many', name))
  const full = new QueueFull('too many wait')
  await t.rejects(ask('many', 'e'), full, 'of one')
  asked.push(ask('few', 'x'))
  const last = t.rejects(asked.splice(3, 1)[0]!, full, 'the last of the longest line makes room')
  asked.push(ask('third', 'y'))
  await last
  open()
  await Promise.all([first, ...asked])
  t.same(done, ['a', 'x', 'y', 'b', 'c'])
  await t.rejects(
    queue('few', () => Promise.reject(new Error('no'))),
    /no/,
  )
  t.equal(await queue('few', async () => 'free again'), 'free again')
})

t.test('a place rests after each, for its share of the time', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 3, maxWaitingOfKey: 3, restShare: 4 })
  const work = () => setTimeout(20)
  const began = performance.now()
  await Promise.all([queue('a', work), queue('b', work)])
  // A timer may be a millisecond early.
  t.ok(performance.now() - began >= 20 + 4 * 18 + 18)
})

t.test('of lines of the same length none gives way', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 3, maxWaitingOfKey: 3 })
  let open = () => {}
  const first = queue('a', () => new Promise<void>((resolve) => (open = resolve)))
  const waiting = ['a', 'b', 'c'].map((key) => queue(key, async () => key))
  await t.rejects(
    queue('d', async () => 'd'),
    new QueueFull('too many wait'),
  )
  open()
  await first
  t.same(await Promise.all(waiting), ['a', 'b', 'c'])
})
