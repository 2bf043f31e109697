import type { Acknowledgement } from '@toile/contracts/live'
import { isId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { isActivityShown } from '@toile/db/activities/activities'
import { canSeeWork } from '@toile/db/works/shown-works'
import { findWork } from '@toile/db/works/works'
import type { RealtimeSocket } from './socket-types.js'

/** Maximum number of a socket's rooms. Its own room and the rooms of its user, session and group count, too. */
const MAX_TOPICS = 50
/** Maximum number of a socket's requests per `WINDOW_MS`. */
const MAX_REQUESTS = 100
const WINDOW_MS = 10_000

/**
 * Lets a client join the rooms of topics that it may follow. The server chooses the room. Rooms of users and sessions
 * are joined only at the handshake.
 */
export function listenToTopics(socket: RealtimeSocket, db: Db): void {
  let requests = 0
  let windowEnds = 0
  const tooMany = () => {
    const now = Date.now()
    if (now > windowEnds) {
      requests = 0
      windowEnds = now + WINDOW_MS
    }
    return ++requests > MAX_REQUESTS
  }
  const acknowledgeWith = (acknowledge: unknown, act: () => Promise<Acknowledgement>) => {
    if (typeof acknowledge !== 'function') return
    const reply = acknowledge as (result: Acknowledgement) => void
    if (tooMany()) return reply({ ok: false, code: 'RATE_LIMITED' })
    act().then(reply, () => reply({ ok: false, code: 'UNAVAILABLE' }))
  }

  socket.on('subscribe', (request: unknown, acknowledge: unknown) =>
    acknowledgeWith(acknowledge, async () => {
      const room = await roomOfTopic(topicOf(request), socket, db)
      if (!room) return { ok: false, code: 'NOT_FOUND' }
      if (socket.rooms.size >= MAX_TOPICS) return { ok: false, code: 'RATE_LIMITED' }
      await socket.join(room)
      return { ok: true }
    }),
  )
  socket.on('unsubscribe', (request: unknown, acknowledge: unknown) =>
    acknowledgeWith(acknowledge, async () => {
      const topic = topicOf(request)
      if (!topic || /^(user|session):/.test(topic)) return { ok: false, code: 'NOT_FOUND' }
      await socket.leave(topic)
      return { ok: true }
    }),
  )
}

function topicOf(request: unknown): string | undefined {
  const topic = (request as { topic?: unknown } | null)?.topic
  return typeof topic === 'string' && topic.length <= 64 ? topic : undefined
}

/** Undefined if the socket may not follow the topic, whether or not the topic exists. */
async function roomOfTopic(topic: string | undefined, socket: RealtimeSocket, db: Db): Promise<string | undefined> {
  if (topic === 'feed') return 'feed'
  if (topic === 'queues') return socket.data.session?.group === 'admin' ? 'queues' : undefined
  const [kind, id] = topic?.split(':') ?? []
  if (kind === 'work' && id && isId(id)) {
    const { session } = socket.data
    const work = await findWork(db, id)
    return work && canSeeWork(work, session && { id: session.userId, group: session.group }) ? `work:${id}` : undefined
  }
  if (kind === 'activity' && id && isId(id)) return (await isActivityShown(db, id)) ? `activity:${id}` : undefined
  return undefined
}
