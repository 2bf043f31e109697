import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Message } from '@toile/contracts/messages/messages'
import type { Notification, Unread } from '@toile/contracts/notifications/notifications'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'
import type { UploadStage } from '@toile/contracts/uploads/uploads.constants'

export interface Witness {
  /** Upload stages as the user's page would show them. `notifications` are those of the page's comments tab. */
  stages: Map<string, { stage: UploadStage; version: number }>
  notifications: Map<string, Pick<Notification, 'version' | 'at'>>
  /** By the other user's id: the ids of the messages by their number in the thread (`seq`). */
  messages: Map<string, Map<number, string>>
  unread(): Unread | undefined
  close(): void
}

/** Works like an open page: keeps the newest version of each item, and fetches only on a connect or resync. */
export function openWitness(url: string, token: string, withIds: readonly string[]): Witness {
  const stages: Witness['stages'] = new Map()
  const notifications: Witness['notifications'] = new Map()
  const messages: Witness['messages'] = new Map(withIds.map((id) => [id, new Map<number, string>()]))
  let unread: Unread | undefined
  let closed = false
  const accept = (id: string, { stage, version }: { stage: UploadStage; version: number }) => {
    if (version >= (stages.get(id)?.version ?? 0)) stages.set(id, { stage, version })
  }
  const take = ({ id, version, at }: Notification) => {
    if (version >= (notifications.get(id)?.version ?? 0)) notifications.set(id, { version, at })
  }
  const hear = ({ conversationWith, seq, id }: Message) => messages.get(conversationWith)?.set(seq, id)
  const count = (message: Unread) => {
    if (message.version >= (unread?.version ?? 0)) unread = message
  }
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as T
  }
  /** Fetches the messages of the first gap in the known messages, and all later messages. */
  const catchUp = async (withId: string, known: Map<number, string>) => {
    let after = 0
    while (known.has(after + 1)) after++
    for (let isWhole = false; !isWhole;) {
      const { items } = await ask<{ items: Message[] }>(`/conversations/${withId}/messages?limit=100&after=${after}`)
      items.forEach(hear)
      after = items.at(-1)?.seq ?? after
      isWhole = items.length < 100
    }
  }
  const fetchAgain = async () => {
    while (!closed) {
      try {
        const { items } = await ask<{ items: Upload[] }>('/uploads?limit=100')
        items.forEach((upload) => accept(upload.id, upload))
        for (let cursor: string | null = ''; cursor !== null;) {
          const page: { items: Notification[]; nextCursor: string | null } = await ask(
            `/notifications?tab=comments&limit=100${cursor && `&cursor=${cursor}`}`,
          )
          page.items.forEach(take)
          cursor = page.nextCursor
        }
        for (const [withId, known] of messages) await catchUp(withId, known)
        return count(await ask<Unread>('/notifications/unread'))
      } catch {
        await wait(300)
      }
    }
  }
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnectionDelayMax: 500 })
  socket.on('connect', () => void fetchAgain())
  socket.on('resync', () => void fetchAgain())
  socket.on('upload:stage', (message: UploadStageMessage) => accept(message.uploadId, message))
  socket.on('notification:new', (message: Notification) => message.tab === 'comments' && take(message))
  socket.on('notification:unread', count)
  socket.on('message:new', hear)
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => closed || socket.connect(), 500)
  })
  return {
    stages,
    notifications,
    messages,
    unread: () => unread,
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
