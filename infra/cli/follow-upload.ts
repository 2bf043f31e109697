import { io, type Socket } from 'socket.io-client'
import type { ClientToServer, ServerToClient } from '@toile/contracts/live'
import type { Upload, UploadStageMessage } from '@toile/contracts/uploads'
import { callApi, Refused, type Api } from './api.js'
import type { Screen } from './screen.js'

const RECONNECT_MS = 1_000

export interface Following {
  /** Resolves at `ready_to_publish`; rejects with Refused at `failed`. */
  done: Promise<Upload>
  /** Begins to show the stages, with the seconds from now on. */
  begin(): void
  stop(): void
}

/**
 * Follows an upload live: each stage and step is printed as it arrives by socket. Nothing is asked for again and again;
 * only a connection that is new, or that may have missed something, fetches the present state once.
 */
export function followUpload(api: Api, uploadId: string, screen: Screen): Following {
  const socket: Socket<ServerToClient, ClientToServer> = io(api.url, {
    auth: { token: api.token },
    transports: ['websocket'],
    reconnectionDelayMax: RECONNECT_MS,
  })
  let began = performance.now()
  let last: Pick<UploadStageMessage, 'stage' | 'step' | 'version'> = { stage: 'upload', version: 0 }

  const print = (stage: string, step = '') => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1).padStart(6)
    screen.line(`${seconds} s  ${stage.padEnd(16)}  ${step}`.trimEnd())
  }
  const show = ({ stage, step, progress, version }: Omit<UploadStageMessage, 'uploadId' | 'at'>) => {
    if (version < last.version) return
    if (stage !== last.stage) print(stage)
    if (step && (stage !== last.stage || step !== last.step)) print(stage, step)
    last = { stage, version, step: step ?? (stage === last.stage ? last.step : undefined) }
    if (step) screen.status(`${stage} · ${step} ${Math.round(progress * 100)} %`)
  }

  let begin = () => {}
  const done = new Promise<Upload>((resolve, reject) => {
    const look = async () => {
      const upload = await callApi<Upload>(api, 'GET', `/uploads/${uploadId}`)
      // Stages that passed while nobody listened.
      const known = upload.stages.findLastIndex(({ stage }) => stage === last.stage)
      for (const { stage } of upload.stages.slice(known + 1, -1)) print(stage)
      show(upload)
      const { failure } = upload
      if (failure) reject(new Refused(failure.code, `${failure.code}: ${failure.message}`))
      if (upload.stage === 'ready_to_publish') resolve(upload)
    }
    const catchUp = () => void look().catch(reject)
    begin = () => {
      began = performance.now()
      if (socket.connected) catchUp()
      socket.on('connect', catchUp)
      socket.on('resync', catchUp)
      socket.on('upload:stage', (message) => {
        if (message.uploadId !== uploadId) return
        show(message)
        if (message.stage === 'ready_to_publish' || message.failure) catchUp()
      })
    }
    socket.on('connect_error', (error) => {
      if (error.message === 'Unauthenticated') reject(error)
      // A refusal by realtime itself (its Postgres is away) ends the library's own tries.
      else if (!socket.active) setTimeout(() => socket.connect(), RECONNECT_MS).unref()
    })
    api.signal.addEventListener('abort', () => reject(api.signal.reason as Error))
  })
  // It may fail while the bytes are still being sent, and nobody waits for it yet.
  done.catch(() => {})
  return { done, begin: () => begin(), stop: () => void socket.disconnect() }
}
