import type { ServerResponse } from 'node:http'
import { ToileError } from '@toile/contracts/errors'

export interface DownloadCap {
  /** Counts an answer until it ends in any way. @throws TOO_MANY_DOWNLOADS past the limit */
  take(userId: string, response: ServerResponse): void
}

/** Per copy of the API: slow readers hold files open. */
export function createDownloadCap(limit: number): DownloadCap {
  const open = new Map<string, number>()
  return {
    take(userId, response) {
      const count = open.get(userId) ?? 0
      if (count >= limit) throw new ToileError('TOO_MANY_DOWNLOADS', { params: { limit }, retryAfterSeconds: 5 })
      open.set(userId, count + 1)
      response.once('close', () => {
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      })
    },
  }
}
