import { countUnread } from '@toile/db/notifications/notification-rows'
import { entriesOf } from '../journal.js'
import type { Thread } from '../workload/messages.js'
import { emptyVerdict, type Evidence, type Verdict } from './verdict.js'

/** I6: each acknowledged message is in its thread once, in its sender's order. Pages and unread counts are right. */
export async function checkMessages({ db, journal, threads, witnesses }: Evidence): Promise<Verdict> {
  const wrote = entriesOf(journal, 'wrote')
  const verdict = emptyVerdict('I6', 'a message is in its receiver’s list once, in order', wrote.length)
  const read = new Map(entriesOf(journal, 'read').map(({ by, withId, seq }) => [`${by} ${withId}`, seq]))
  const places = new Map<string, number>()
  for (const { from, to, messageId, body } of wrote) {
    const list = threads.find(({ readerId, withId }) => readerId === to && withId === from)?.messages ?? []
    const at = list.findIndex((message) => message.id === messageId && message.body === body)
    const before = places.get(`${from} ${to}`) ?? -1
    if (at < 0) verdict.lost.push(`message ${messageId} to ${to}`)
    else if (at < before) verdict.lost.push(`message ${messageId} to ${to} stands before one acknowledged earlier`)
    places.set(`${from} ${to}`, Math.max(at, before))
  }
  for (const thread of threads) {
    const name = `the list of ${thread.readerId} with ${thread.withId}`
    verdict.doubled.push(...twice(thread).map((body) => `${name}: "${body}" is there twice`))
    const gap = thread.messages.findIndex(({ seq }, i) => seq !== i + 1)
    if (gap >= 0) verdict.lost.push(`${name}: number ${thread.messages[gap]!.seq} stands at ${gap + 1}`)
    const upTo = read.get(`${thread.readerId} ${thread.withId}`) ?? 0
    const unread = thread.messages.filter(({ mine, seq }) => !mine && seq > upTo).length
    if (thread.unread !== unread) verdict.lost.push(`${name}: ${thread.unread} unread, not ${unread}`)
  }
  for (const { userId, messages, unread } of witnesses) {
    for (const thread of threads.filter(({ readerId }) => readerId === userId)) {
      const shown = messages.get(thread.withId) ?? new Map<number, string>()
      const isSame =
        shown.size === thread.messages.length && thread.messages.every(({ seq, id }) => shown.get(seq) === id)
      if (!isSame)
        verdict.lost.push(`${userId} sees ${shown.size} of ${thread.messages.length} messages of ${thread.withId}`)
    }
    const [counted] = await countUnread(db, [userId])
    if (unread()?.messages !== counted!.messages)
      verdict.lost.push(`${userId} counts ${unread()?.messages} conversations unread, not ${counted!.messages}`)
  }
  return verdict
}

/** Returns bodies that occur more than once. All sent bodies are unique, so these messages are duplicates. */
function twice({ messages }: Thread): string[] {
  const bodies = messages.map(({ body }) => body)
  return [...new Set(bodies.filter((body, i) => bodies.indexOf(body) !== i))]
}
