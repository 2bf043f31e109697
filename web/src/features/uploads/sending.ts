import { useSyncExternalStore } from 'react'
import * as tus from 'tus-js-client'
import { callHeaders } from '../../api.js'
import { translate } from '../../i18n/index.js'
import { onSessionChange, getToken } from '../../session.js'
import { setTitlePercent } from '../../page-title.js'
import { createSpeedometer } from './speedometer.js'

/** A file that this tab is sending. */
export interface Sending {
  uploadId: string
  filename: string
  sentBytes: number
  totalBytes: number
  bytesPerSecond: number
  secondsLeft: number | undefined
  state: 'moving' | 'paused' | 'interrupted' | 'failed' | 'done'
  /** Why it failed, for a person. */
  message?: string
}

// It lives outside React, so that the bytes go on while one walks through the pages.
const ENDPOINT = '/uploads'
/** Waits between tries in milliseconds; they start anew whenever bytes got through, so a night without network ends it. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000]

let sending: Sending | undefined
let upload: tus.Upload | undefined
const listeners = new Set<() => void>()

function change(part: Partial<Sending>): void {
  if (!sending) return
  sending = { ...sending, ...part }
  show()
}

function show(): void {
  const moving = sending?.state === 'moving' || sending?.state === 'interrupted'
  setTitlePercent(sending && sending.state !== 'done' ? percentOf(sending) : undefined)
  if (moving) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  listeners.forEach((listener) => listener())
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

export function percentOf({ sentBytes, totalBytes }: Pick<Sending, 'sentBytes' | 'totalBytes'>): number {
  return totalBytes === 0 ? 0 : Math.floor((100 * sentBytes) / totalBytes)
}

/** What this tab is sending now, or sent last. */
export function useSending(): Sending | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sending,
  )
}

/**
 * Starts to send a file, or goes on with it where an earlier try of the same file stopped, also before a reload or,
 * with `uploadId`, on another device. Resolves with the upload's id once the server knows of it; rejects with an Error for a person when it refuses.
 */
export async function sendFile(file: File, uploadId?: string): Promise<string> {
  const speed = createSpeedometer()
  return new Promise((resolve, reject) => {
    const mine = new tus.Upload(file, {
      endpoint: location.origin + ENDPOINT,
      uploadUrl: uploadId ? `${location.origin}${ENDPOINT}/${uploadId}` : null,
      metadata: { filename: file.name, filetype: file.type || 'application/octet-stream', kind: 'model' },
      retryDelays: RETRY_DELAYS_MS,
      removeFingerprintOnSuccess: true,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(callHeaders(ENDPOINT)))
          if (name !== 'accept') request.setHeader(name, value)
      },
      onUploadUrlAvailable() {
        const uploadId = idOf(mine)
        sending = { ...start(file), uploadId }
        show()
        resolve(uploadId)
      },
      onProgress(sentBytes, totalBytes) {
        change({ sentBytes, totalBytes, state: 'moving', ...speed(sentBytes, totalBytes) })
      },
      onShouldRetry(error) {
        const status = error.originalResponse?.getStatus() ?? 0
        const passing = status === 0 || status === 409 || status === 423 || status >= 500
        if (passing && status !== 507) change({ state: 'interrupted', bytesPerSecond: 0, secondsLeft: undefined })
        return passing && status !== 507
      },
      onError(error) {
        const message = messageOf(error)
        change({ state: 'failed', message })
        reject(new Error(message))
      },
      onSuccess() {
        change({ state: 'done', sentBytes: file.size })
      },
    })
    const begin = () => {
      void upload?.abort()
      upload = mine
      mine.start()
    }
    if (uploadId) return begin()
    void mine.findPreviousUploads().then(([earlier]) => {
      if (earlier) mine.resumeFromPreviousUpload(earlier)
      begin()
    })
  })
}

function start(file: File): Sending {
  return {
    uploadId: '',
    filename: file.name,
    sentBytes: 0,
    totalBytes: file.size,
    bytesPerSecond: 0,
    secondsLeft: undefined,
    state: 'moving',
  }
}

export function pauseSending(): void {
  void upload?.abort()
  change({ state: 'paused', bytesPerSecond: 0, secondsLeft: undefined })
}

export function resumeSending(): void {
  change({ state: 'moving' })
  upload?.start()
}

/** tus gives the address; its last segment is the upload's id. */
function idOf({ url }: tus.Upload): string {
  return new URL(url!, location.origin).pathname.split('/').at(-1)!
}

/** The server's own sentence where it gave one. */
function messageOf(error: Error | tus.DetailedError): string {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return translate('errors.network')
  try {
    return (JSON.parse(response.getBody()) as { message?: string }).message ?? translate('upload.startFailed')
  } catch {
    return translate('upload.startFailed')
  }
}

// Signing out stops the bytes: they were that person's.
onSessionChange(() => {
  if (getToken() || !upload) return
  void upload.abort()
  sending = upload = undefined
  show()
})
