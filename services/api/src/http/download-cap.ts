import type { ServerResponse } from 'node:http'
import { ToileError } from '@toile/contracts/errors'

export interface DownloadCap {
  /** Counts a response until it ends or breaks off. @throws TOO_MANY_DOWNLOADS at the limit */
  take(userId: string, response: ServerResponse): void
}

/** Limits a user's open downloads per copy of the API, because slow readers hold files open. */
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
