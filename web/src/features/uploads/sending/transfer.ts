import { paths } from '@toile/contracts/paths'
import type { UploadKind } from '@toile/contracts/uploads/uploads.constants'
import * as tus from 'tus-js-client'
import { callHeaders } from '../../../lib/request.js'
import { addressOf } from '../../../lib/hosts.js'
import { splitPath } from '../../../lib/payload.js'
import { translate } from '../../../i18n/index.js'
import { formatBytes } from '../../../ui/format.js'
import { mediaKindOf } from './file-checks.js'
import { createRequestSizer } from './request-size.js'
import type { UploadTask } from './upload-tasks.js'

const [, ENDPOINT] = splitPath(paths.tusCreate)
/** A connection without new bytes for this long counts as dead, whatever the browser reports. */
const STALL_MS = 20_000
const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

interface TransferTarget {
  uploadId: string | undefined
  kind: UploadKind | undefined
  forWorkId: string | undefined
}

export interface TransferEvents {
  /** The server has created the upload, or found it again. */
  announced(uploadId: string): void
  progress(sentBytes: number): void
  /** The transfer waits, and is retried automatically as long as the tab is open. */
  interrupted(reason: UploadTask['reason'], message?: string): void
  failed(message: string): void
  sent(): void
}

/**
 * Continues at the server's offset if there is an `uploadId`. Retries transient errors forever. The wait before a retry
 * doubles up to 30 s, or is Retry-After (at most 60 s) if that is longer. The wait ends early when the network returns.
 * Returns a function that stops the transfer.
 */
export function startTransfer(
  file: File,
  { uploadId, kind, forWorkId }: TransferTarget,
  events: TransferEvents,
): () => void {
  let tries = 0
  let waiting: ReturnType<typeof setTimeout> | undefined
  let aliveAtMs = performance.now()
  let known = false
  const requestSizer = createRequestSizer()
  let request = { fromBytes: 0, toBytes: 0 }
  const endpoint = new URL(addressOf(ENDPOINT), location.origin).href

  const upload = new tus.Upload(file, {
    endpoint: uploadId ? null : endpoint,
    uploadUrl: uploadId ? `${endpoint}/${uploadId}` : null,
    metadata: {
      filename: file.name,
      filetype: file.type || 'application/octet-stream',
      kind: kind ?? mediaKindOf(file) ?? 'model',
      ...(forWorkId && { workId: forWorkId }),
    },
    // onError() retries instead, because the library gives up after some retries, and at once if the network is down.
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest(sent) {
      for (const [name, value] of Object.entries(callHeaders(ENDPOINT)))
        if (name !== 'accept') sent.setHeader(name, value)
      const fromBytes = Number(sent.getHeader('Upload-Offset') ?? 0)
      request = { fromBytes, toBytes: fromBytes }
    },
    onUploadUrlAvailable() {
      known = true
      // While an endpoint is set, the library restarts the upload at zero after any HTTP error of HEAD except 423.
      upload.options.endpoint = null
      events.announced(new URL(upload.url!, endpoint).pathname.split('/').at(-1)!)
    },
    onProgress(sentBytes) {
      tries = 0
      aliveAtMs = performance.now()
      request.toBytes = sentBytes
      events.progress(sentBytes)
    },
    onChunkComplete: (pieceBytes) => requestSizer.accepted(pieceBytes),
    onError(error) {
      const response = error instanceof tus.DetailedError ? error.originalResponse : null
      const status = response?.getStatus() ?? 0
      if ((status === 404 || status === 410) && uploadId && !known) return startOver()
      if (status === 413 && !apiMessage(response)) return goSmaller()
      if (!isTransient(status)) return end(() => events.failed(messageOf(response)))
      tryLater(navigator.onLine ? 'server' : 'offline', {
        message: status === 429 ? messageOf(response) : isCut(status, response) ? noteCut() : undefined,
        leastMs: 1_000 * Math.min(60, Number(response?.getHeader('retry-after')) || 0),
      })
    },
    onSuccess: () => end(() => events.sent()),
  })

  /** Starts a new upload, because the server has deleted the earlier upload. */
  function startOver() {
    upload.options.endpoint = endpoint
    upload.url = null
    go()
  }
  /** Sends smaller requests after a proxy refused the size. Without a smaller size, the transfer fails. */
  function goSmaller() {
    const requestBytes = Math.min(requestSizer.bytes, file.size - request.fromBytes)
    if (requestSizer.refused(requestBytes)) return go()
    events.progress(request.fromBytes)
    end(() => events.failed(translate('sending.refusedOnTheWay', { size: formatBytes(requestBytes) })))
  }
  /** Records a broken connection, unless the device is offline. Returns a message if no smaller size is left. */
  function noteCut(): string | undefined {
    const sentBytes = request.toBytes - request.fromBytes
    if (!navigator.onLine || requestSizer.cut(sentBytes) !== 'hopeless') return undefined
    return translate('sending.cutOnTheWay', { size: formatBytes(sentBytes) })
  }
  function go() {
    upload.options.chunkSize = requestSizer.bytes
    clearTimeout(waiting)
    waiting = undefined
    aliveAtMs = performance.now()
    upload.start()
  }
  function tryLater(
    reason: UploadTask['reason'],
    { message, leastMs = 0 }: { message?: string | undefined; leastMs?: number },
  ) {
    const waitMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** tries++) * (0.5 + Math.random() / 2)
    clearTimeout(waiting)
    waiting = setTimeout(go, Math.max(waitMs, leastMs))
    events.interrupted(reason, message)
  }
  const cut = (reason: UploadTask['reason']) => {
    void upload.abort()
    tryLater(reason, { message: noteCut() })
  }
  const stallTimer = setInterval(() => {
    if (waiting === undefined && performance.now() - aliveAtMs > STALL_MS) cut('stalled')
  }, 1_000)
  const onOffline = () => cut('offline')
  const onOnline = () => waiting !== undefined && go()
  addEventListener('offline', onOffline)
  addEventListener('online', onOnline)

  function end(then?: () => void) {
    clearInterval(stallTimer)
    clearTimeout(waiting)
    removeEventListener('offline', onOffline)
    removeEventListener('online', onOnline)
    then?.()
  }
  go()
  return () => {
    void upload.abort()
    end()
  }
}

/** Whether to retry: no answer (0), a conflict, a lock, rate limiting, or a server error except 507 (storage full). */
function isTransient(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status === 429 || (status >= 500 && status !== 507)
}

/** Whether a proxy may have cut the request. Caddy passes on the bytes up to its limit, and then answers 502. */
const isCut = (status: number, response: tus.HttpResponse | null): boolean =>
  status === 0 || (status >= 502 && !apiMessage(response))

const messageOf = (response: tus.HttpResponse | null): string => apiMessage(response) ?? translate('upload.startFailed')

function apiMessage(response: tus.HttpResponse | null): string | undefined {
  try {
    return (JSON.parse(response!.getBody()) as { message?: string }).message
  } catch {
    return undefined
  }
}
