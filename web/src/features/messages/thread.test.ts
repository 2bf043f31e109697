import t from '@toile/testing/tap'
import type { Message } from '@toile/contracts/messages/messages'
import { merge, reachOf } from './thread.js'

t.test('W05 keeps the thread in order and each message once, for any duplicates and order', async (t) => {
  const message = (seq: number) => ({ seq, id: `m${seq}` }) as Message
  const all = Array.from({ length: 12 }, (_, i) => message(i + 1))
  for (let round = 0; round < 200; round++) {
    const frames = [...all, ...all].filter(() => Math.random() < 0.6).sort(() => Math.random() - 0.5)
    const live = frames.reduce<Message[]>((shown, frame) => merge(shown, [frame]), [message(1)])
    const fetched = all.filter(({ seq }) => seq > reachOf(live))
    const shown = merge(live, fetched).map(({ seq }) => seq)
    if (shown.join() !== all.map(({ seq }) => seq).join())
      t.fail(`${frames.map(({ seq }) => seq).join()}: ${shown.join()}`)
  }
})
