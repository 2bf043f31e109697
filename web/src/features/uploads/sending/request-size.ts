import { smallerPiece } from '@toile/contracts/uploads/uploads.constants'
import { local, readJson } from '../../../lib/storage.js'

const KEY = 'upload-piece'
/** The stored size is ignored after this time, because proxies change their limits and users change networks. */
const EXPIRY_MS = 7 * 86_400_000
/** Two cuts count as equal if their sizes differ by less than this factor: the browser counts sent bytes inexactly. */
const SAME_SIZE = 1.5

export interface RequestSizer {
  readonly bytes: number
  /** Makes the next requests smaller after a proxy has refused this size. Returns false if no smaller size is left. */
  refused(requestBytes: number): boolean
  /**
   * Records a broken connection. After two cuts in a row at a similar size, the next requests are smaller. If no
   * smaller size is left, the result is `hopeless`.
   */
  cut(sentBytes: number): 'unknown' | 'smaller' | 'hopeless'
  accepted(requestBytes: number): void
}

/** Chooses the request size. It is first the whole file or the stored limit, and shrinks after refusals and cuts. */
export function createRequestSizer(): RequestSizer {
  let bytes = storedBytes()
  let lastCut = 0
  const shrinkBelow = (limit: number): boolean => {
    const next = smallerPiece(Math.min(limit, bytes))
    if (next === undefined) return false
    bytes = next
    lastCut = 0
    return true
  }
  return {
    get bytes() {
      return bytes
    },
    refused: shrinkBelow,
    cut(sentBytes) {
      const isSame = Math.max(sentBytes, lastCut) < SAME_SIZE * Math.min(sentBytes, lastCut)
      lastCut = sentBytes
      if (!isSame) return 'unknown'
      return shrinkBelow(sentBytes) ? 'smaller' : 'hopeless'
    },
    accepted(requestBytes) {
      lastCut = 0
      // Stores the size only if a request of this size was accepted. The last request of a file is shorter.
      if (requestBytes === bytes) local.setItem(KEY, JSON.stringify({ bytes, atMs: Date.now() }))
    },
  }
}

function storedBytes(): number {
  const { bytes, atMs } = (readJson(local, KEY) ?? {}) as { bytes?: unknown; atMs?: unknown }
  const isFresh = typeof atMs === 'number' && Date.now() - atMs < EXPIRY_MS
  return isFresh && typeof bytes === 'number' && bytes > 0 ? bytes : Infinity
}
