import type { IncomingMessage } from 'node:http'
import type { Lock } from '@tus/server'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { releaseUploadLock, renewUploadLock, takeUploadLock } from '@toile/db/uploads/upload-locks'

const LEASE_SECONDS = 8
const RENEW_MS = 1_000
/** How long a second connection waits for the lease before it is refused. */
const WAIT_MS = 12_000
/** The delay doubles after each attempt. The end of a lease in this process wakes the waiting connection at once. */
const retryDelayMs = { first: 200, most: 1_000 }

/**
 * Per upload, the one connection that waits in this process. A newer connection replaces it, because a client that
 * reconnects has abandoned its earlier connection.
 */
const waiting = new Map<string, { wake: () => void; isReplaced: boolean }>()

/**
 * The write lease on an upload. It holds across all API processes and is renewed each second. If another connection
 * wants the lease, the holder is asked to finish. The holder's request is cut off if the lease is lost (the process
 * was frozen, or the owner is banned) or if Postgres is unreachable until shortly before the lease expires.
 */
export function uploadLease(db: Db, uploadId: string, request: IncomingMessage): Lock {
  const token = newId()
  let renewing: NodeJS.Timeout | undefined
  let heldUntil = 0
  let isReleased = false

  const renew = async (release: () => void | Promise<void>) => {
    const startedAt = Date.now()
    try {
      const state = await renewUploadLock(db, uploadId, token, LEASE_SECONDS)
      // The request ended during this query and released the lease.
      if (isReleased) return
      if (state === 'lost') return void request.destroy()
      heldUntil = startedAt + LEASE_SECONDS * 1_000
      if (state === 'wanted') await release()
    } catch {
      // The renewal failed. The request is cut off if the lease could expire before the next try, RENEW_MS later.
      if (!isReleased && Date.now() > heldUntil - RENEW_MS) request.destroy()
    }
  }

  return {
    async lock(signal, release) {
      const deadline = Date.now() + WAIT_MS
      const own = { wake() {}, isReplaced: false }
      const before = waiting.get(uploadId)
      waiting.set(uploadId, own)
      if (before) {
        before.isReplaced = true
        before.wake()
      }
      try {
        for (let retryMs = retryDelayMs.first; ; retryMs = Math.min(2 * retryMs, retryDelayMs.most)) {
          const startedAt = Date.now()
          const mine = await takeUploadLock(db, uploadId, token, LEASE_SECONDS).catch((cause: unknown) => {
            throw new ToileError('UNAVAILABLE', { retryAfterSeconds: 2, cause })
          })
          if (mine) {
            heldUntil = startedAt + LEASE_SECONDS * 1_000
            break
          }
          if (Date.now() > deadline || signal.aborted || own.isReplaced)
            throw new ToileError('UPLOAD_LOCKED', { retryAfterSeconds: 2 })
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, retryMs)
            own.wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
      } finally {
        if (waiting.get(uploadId) === own) waiting.delete(uploadId)
      }
      renewing = setInterval(() => void renew(release), RENEW_MS)
    },
    async unlock() {
      isReleased = true
      clearInterval(renewing)
      await releaseUploadLock(db, uploadId, token).catch(() => {})
      waiting.get(uploadId)?.wake()
    },
  }
}
