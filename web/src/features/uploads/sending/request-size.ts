import { smallerPiece } from '@toile/contracts/uploads/uploads.constants'
import { local } from '../../../lib/storage.js'

const KEY = 'upload-piece'
/** Then the whole file is tried again: limits are raised, people move to other networks. */
const EXPIRY_MS = 7 * 86_400_000
/** Two cuts whose sizes differ by less than this factor have the same cause: what a page has sent is known roughly. */
const SAME_SIZE = 1.5

export interface RequestSizer {
  /** At most so many bytes in one request. */
  readonly bytes: number
  /** Something on the way answered that a request of this size is too large. Gives whether a smaller one is left to try. */
  refused(requestBytes: number): boolean
  /**
   * The connection ended, or stood still, after so many bytes of a request; the second time at about the same size, smaller
   * requests are made. `hopeless` when there are none.
   */
  cut(sentBytes: number): 'unknown' | 'smaller' | 'hopeless'
  /** A request of this size got through. */
  accepted(requestBytes: number): void
}

/** How large each request of an upload may be: the whole file, until something on the way lets no request of that size through. */
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
      // Only what has helped, and no rest of a file.
      if (requestBytes === bytes) local.setItem(KEY, JSON.stringify({ bytes, atMs: Date.now() }))
    },
  }
}

function storedBytes(): number {
  try {
    const { bytes, atMs } = JSON.parse(local.getItem(KEY) ?? '{}') as { bytes?: unknown; atMs?: unknown }
    const isFresh = typeof atMs === 'number' && Date.now() - atMs < EXPIRY_MS
    return isFresh && typeof bytes === 'number' && bytes > 0 ? bytes : Infinity
  } catch {
    return Infinity
  }
}
