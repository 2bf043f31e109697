import { setTimeout } from 'node:timers/promises'
import t from '@toile/testing/tap'
import { fairQueue, QueueFull } from './fair-queue.js'

t.test('serves keys in turns, and a full queue takes no more', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 5, maxWaitingOfPath: 4 })
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  const first = queue(['many'], () => gate)
  const ask = (key: string, name: string) => queue([key], async () => void done.push(name))
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
    queue(['few'], () => Promise.reject(new Error('no'))),
    /no/,
  )
  t.equal(await queue(['few'], async () => 'free again'), 'free again')
})

t.test('S01 a crowd of keys with a common prefix does not lock out other keys', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 20, maxWaitingOfPath: 5 })
  const done: string[] = []
  let open = () => {}
  const first = queue(['people', 'x'], () => new Promise<void>((resolve) => (open = resolve)))
  const ask = (...path: string[]) => queue(path, async () => void done.push(path.join(' ')))
  const strangers = Array.from({ length: 20 }, (_, i) => ask('strangers', 'crowd', `${i}`))
  const ended = Promise.allSettled(strangers)
  await t.rejects(ask('strangers', 'crowd', 'more'), new QueueFull('too many wait'))
  const others = [ask('people', 'ann'), ask('people', 'bob'), ask('strangers', 'other', 'cleo')]
  open()
  await Promise.all([first, ...others])
  t.equal((await ended).filter(({ status }) => status === 'rejected').length, 3, 'the last of the crowd made room')
  t.same(done.slice(0, 5).sort(), [
    'people ann',
    'people bob',
    'strangers crowd 0',
    'strangers crowd 1',
    'strangers other cleo',
  ])
  t.equal(done.length, 20)
  await ask('people', 'again')
})

t.test('rests after each task for its share of the time', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 3, maxWaitingOfPath: 3, restShare: 4 })
  const work = () => setTimeout(20)
  const began = performance.now()
  await Promise.all([queue(['a'], work), queue(['b'], work)])
  // Two tasks of 20 ms with a rest of four times 20 ms between them take 120 ms, or 110 ms if timers fire early.
  t.ok(performance.now() - began >= 18 + 4 * 18 + 18)
})

t.test('among queues of equal length none gives way', async (t) => {
  const queue = fairQueue({ atOnce: 1, maxWaiting: 3, maxWaitingOfPath: 3 })
  let open = () => {}
  const first = queue(['a'], () => new Promise<void>((resolve) => (open = resolve)))
  const waiting = ['a', 'b', 'c'].map((key) => queue([key], async () => key))
  await t.rejects(
    queue(['d'], async () => 'd'),
    new QueueFull('too many wait'),
  )
  open()
  await first
  t.same(await Promise.all(waiting), ['a', 'b', 'c'])
})
