import { smallerPiece } from '@toile/contracts/uploads/uploads.constants'
import { local } from '../../../lib/storage.js'

const KEY = 'upload-piece'
/** After this time whole files are tried again: limits change, and users change networks. */
const EXPIRY_MS = 7 * 86_400_000
/** Two cuts within this factor count as the same size, because the browser's count of sent bytes is inexact. */
const SAME_SIZE = 1.5

export interface RequestSizer {
  readonly bytes: number
  /** A proxy refused a request of this size. Returns whether a smaller size is left. */
  refused(requestBytes: number): boolean
  /** Records a broken connection: two in a row at about the same size make requests smaller, or are `hopeless`. */
  cut(sentBytes: number): 'unknown' | 'smaller' | 'hopeless'
  accepted(requestBytes: number): void
}

/** Chooses request sizes: the whole file or the stored limit, smaller ones once a proxy refuses or cuts a request. */
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
      // Stores only a limit that worked, not a file's last, shorter request.
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
