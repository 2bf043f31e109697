import { EventEmitter, once } from 'node:events'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import t from '@toile/testing/tap'
import { optimistic } from './optimistic.js'

t.test("shows several calls' changes at once, reverts on failure, and refetches when all have ended", async (t) => {
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  const queryKey = ['numbers']
  let stored = [1]
  let fetches = 0
  const query = new QueryObserver(client, {
    queryKey,
    queryFn() {
      fetches++
      return stored
    },
    networkMode: 'always',
  })
  t.teardown(query.subscribe(() => {}))
  await query.refetch()
  const before = fetches

  const answers = new EventEmitter()
  const add = (number: number) =>
    new MutationObserver(client, {
      mutationFn: () => once(answers, `${number}`),
      ...optimistic(queryKey, (numbers: number[], added: number) => [...numbers, added]),
    }).mutate(number)
  const second = add(2)
  const third = add(3)
  while (answers.listenerCount('3') === 0) await new Promise(setImmediate)
  t.strictSame(client.getQueryData(queryKey), [1, 2, 3])
  answers.emit('2')
  await second
  t.equal(fetches, before, 'the third is under way, of which the server knows nothing yet')
  stored = [1, 2]
  answers.emit('error', new Error('refused'))
  await t.rejects(third, { message: 'refused' })
  t.strictSame(client.getQueryData(queryKey), [1, 2])
  t.equal(fetches, before + 1)
})
