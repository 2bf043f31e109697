import type { IncomingMessage } from 'node:http'
import type { Lock } from '@tus/server'
import { ToileError } from '@toile/contracts/errors'
import { newId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { releaseUploadLock, renewUploadLock, takeUploadLock } from '@toile/db/uploads/upload-locks'

/** A holder that is not heard of for this long has lost the lease. */
const LEASE_SECONDS = 8
const RENEW_MS = 1_000
/** How long a second connection waits for the first to let go before it is told to come back. */
const WAIT_MS = 12_000
/** How soon it asks again, at first and later; where this process has the lease it hears of its end. */
const retryDelayMs = { first: 200, most: 1_000 }

/** The one connection of this process that waits for an upload: a client that comes anew has given up those before. */
const waiting = new Map<string, { wake: () => void; isReplaced: boolean }>()

/**
 * The write lease on one upload, shared by all copies of the API (see db/uploads/upload-locks.ts). While held it is
 * renewed each second; when another connection wants it (a client that lost its line and came back) this one is asked
 * to finish; when it was lost (this process was frozen past its end) the request is cut off before it writes more.
 */
export function uploadLease(db: Db, uploadId: string, request: IncomingMessage): Lock {
  const token = newId()
  let renewing: NodeJS.Timeout | undefined
  let heldUntil = 0

  const renew = async (release: () => void | Promise<void>) => {
    const startedAt = Date.now()
    try {
      const state = await renewUploadLock(db, uploadId, token, LEASE_SECONDS)
      if (state === 'lost') return request.destroy()
      heldUntil = startedAt + LEASE_SECONDS * 1_000
      if (state === 'wanted') await release()
    } catch {
      // Postgres cannot be asked: go on only while the lease is surely ours.
      if (Date.now() > heldUntil - RENEW_MS) return request.destroy()
    }
    return undefined
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
      clearInterval(renewing)
      await releaseUploadLock(db, uploadId, token).catch(() => {})
      waiting.get(uploadId)?.wake()
    },
  }
}
