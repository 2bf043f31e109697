import type { Upload, UploadStageMessage } from '@toile/contracts/uploads/uploads'
import { callApi, Refused, type Api } from './api.js'
import { openLive } from './live.js'
import type { Screen } from '../screen.js'

export interface Following {
  /** Resolves at `ready_to_publish`. Rejects at `failed` (Refused), on an abort, and if the upload cannot be read. */
  done: Promise<Upload>
  /** Call this when all bytes are sent: the printed seconds of the stages count from this moment. */
  sent(): void
  stop(): void
}

/** Never polls. Fetches the upload only after a connect, when messages may be missing (`resync`), and at the end. */
export function followUpload(api: Api, uploadId: string, screen: Screen): Following {
  let stop = () => {}
  const show = stagePrinter(screen)
  const done = new Promise<Upload>((resolve, reject) => {
    const look = async () => {
      const upload = await callApi<Upload>(live, 'GET', `/uploads/${uploadId}`)
      show.state(upload)
      const { failure } = upload
      if (failure) reject(new Refused(failure.code, `${failure.code}: ${failure.message}`))
      if (upload.stage === 'ready_to_publish') resolve(upload)
    }
    const catchUp = () => void look().catch(reject)
    const { socket, live, close } = openLive(api, { catchUp, refused: reject })
    stop = close
    socket.on('upload:stage', (message) => {
      if (message.uploadId !== uploadId) return
      show.message(message)
      if (message.stage === 'ready_to_publish' || message.stage === 'failed') catchUp()
    })
  })
  // Nothing awaits `done` while bytes are still being sent. If it rejected then, Node would end the process.
  done.catch(() => {})
  return { done, sent: show.sent, stop }
}

function stagePrinter(screen: Screen) {
  let sentAt = performance.now()
  let last: Pick<UploadStageMessage, 'stage' | 'step' | 'version'> = { stage: 'upload', version: 0 }
  const print = (stage: string, step = '') => {
    const seconds = ((performance.now() - sentAt) / 1_000).toFixed(1).padStart(7)
    screen.line(`${seconds} s  ${stage.padEnd(16)}  ${step}`.trimEnd())
  }
  const message = ({ stage, step, progress, version }: Omit<UploadStageMessage, 'uploadId' | 'at'>) => {
    if (version < last.version) return
    const fresh = stage !== last.stage
    if (fresh) print(stage)
    if (step && (fresh || step !== last.step)) print(stage, step)
    if (step) screen.status(`${stage} · ${step} ${Math.round(progress * 100)} %`)
    last = { stage, version, step: step ?? (fresh ? undefined : last.step) }
  }
  return {
    message,
    state(upload: Upload) {
      const known = upload.stages.findLastIndex(({ stage }) => stage === last.stage)
      // Prints the stages that were missed while disconnected. message() prints the current stage.
      if (upload.version > last.version) for (const { stage } of upload.stages.slice(known + 1, -1)) print(stage)
      message(upload)
    },
    sent: () => void (sentAt = performance.now()),
  }
}
