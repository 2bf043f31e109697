import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Notification } from '@toile/contracts/notifications/notifications'

/** Works like a page of the web client: takes live messages, and fetches only after a connect or a resync. */
export interface MovedPage {
  shown: ReadonlySet<string>
  /** How often each notification arrived live, by id and version. */
  live: ReadonlyMap<string, number>
  connects(): number
  /** Whether the page is connected and no fetch is running. */
  isQuiet(): boolean
  close(): void
}

const RETRY_MS = 300

export function openMovedPage(edges: { realtime: string; api: string }, token: string): MovedPage {
  const shown = new Set<string>()
  const live = new Map<string, number>()
  let connects = 0
  let fetching = 0
  let closed = false
  const socket = io(edges.realtime, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  socket.on('notification:new', ({ id, version }: Notification) => {
    shown.add(id)
    live.set(`${id} ${version}`, (live.get(`${id} ${version}`) ?? 0) + 1)
  })
  socket.on('connect', () => {
    connects++
    void fetchAll()
  })
  socket.on('resync', () => void fetchAll())

  async function fetchAll(): Promise<void> {
    fetching++
    while (!closed)
      try {
        await fetchPages()
        break
      } catch {
        // A copy of the API that is shutting down does not answer. The next attempt reaches another copy.
        await wait(RETRY_MS)
      }
    fetching--
  }
  async function fetchPages(): Promise<void> {
    for (let cursor: string | null = ''; cursor !== null;) {
      const address = `${edges.api}/notifications?tab=notifications&limit=100${cursor && `&cursor=${cursor}`}`
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })
      if (!answer.ok) throw new Error(String(answer.status))
      const page = (await answer.json()) as { items: Notification[]; nextCursor: string | null }
      page.items.forEach(({ id }) => shown.add(id))
      cursor = page.nextCursor
    }
  }
  return {
    shown,
    live,
    connects: () => connects,
    isQuiet: () => socket.connected && fetching === 0,
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
