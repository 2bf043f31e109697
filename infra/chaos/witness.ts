import { setTimeout as wait } from 'node:timers/promises'
import { io } from 'socket.io-client'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads'
import type { UploadStage } from '@toile/contracts/uploads.constants'

export interface Witness {
  /** What a person's page would show now. */
  stages: Map<string, { stage: UploadStage; version: number }>
  close(): void
}

/** A page that looks on: takes messages by their version, and fetches again on every connect and resync, never else. */
export function openWitness(url: string, token: string): Witness {
  const stages: Witness['stages'] = new Map()
  let closed = false
  const accept = (id: string, { stage, version }: { stage: UploadStage; version: number }) => {
    if (version >= (stages.get(id)?.version ?? 0)) stages.set(id, { stage, version })
  }
  const fetchAgain = async () => {
    while (!closed) {
      try {
        const answer = await fetch(`${url}/uploads?limit=100`, { headers: { authorization: `Bearer ${token}` } })
        if (!answer.ok) throw new Error(String(answer.status))
        const { items } = (await answer.json()) as { items: Upload[] }
        return items.forEach((upload) => accept(upload.id, upload))
      } catch {
        await wait(300)
      }
    }
  }
  const socket = io(url, { transports: ['websocket'], auth: { token }, reconnectionDelayMax: 500 })
  socket.on('connect', () => void fetchAgain())
  socket.on('resync', () => void fetchAgain())
  socket.on('upload:stage', (message: UploadStageMessage) => accept(message.uploadId, message))
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => closed || socket.connect(), 500)
  })
  return {
    stages,
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
