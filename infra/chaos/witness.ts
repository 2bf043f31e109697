import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Notification, Unread } from '@toile/contracts/notifications'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads'
import type { UploadStage } from '@toile/contracts/uploads.constants'

export interface Witness {
  /** What a person's page would show now. */
  stages: Map<string, { stage: UploadStage; version: number }>
  /** What the comments tab of their notifications would show, by id. */
  notifications: Map<string, Pick<Notification, 'version' | 'at'>>
  /** What the bell would show. */
  unread(): Unread | undefined
  close(): void
}

/** A page that looks on: takes messages by their version, and fetches again on every connect and resync, never else. */
export function openWitness(url: string, token: string): Witness {
  const stages: Witness['stages'] = new Map()
  const notifications: Witness['notifications'] = new Map()
  let unread: Unread | undefined
  let closed = false
  const accept = (id: string, { stage, version }: { stage: UploadStage; version: number }) => {
    if (version >= (stages.get(id)?.version ?? 0)) stages.set(id, { stage, version })
  }
  const take = ({ id, version, at }: Notification) => {
    if (version >= (notifications.get(id)?.version ?? 0)) notifications.set(id, { version, at })
  }
  const count = (message: Unread) => {
    if (message.version >= (unread?.version ?? 0)) unread = message
  }
  const ask = async <T>(path: string): Promise<T> => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as T
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
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => closed || socket.connect(), 500)
  })
  return {
    stages,
    notifications,
    unread: () => unread,
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
