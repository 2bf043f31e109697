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
  await t.rejects(ask('third', 'y'), full, 'of all')
  open()
  await Promise.all([first, ...asked])
  t.same(done, ['a', 'x', 'b', 'c', 'd'])
  await t.rejects(
    queue('few', () => Promise.reject(new Error('no'))),
    /no/,
  )
  t.equal(await queue('few', async () => 'free again'), 'free again')
})
