export const videoStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

/**
 * Allowed transitions. Other transitions are refused, so jobs may arrive twice or out of order. A retry of the upload
 * leads from `failed` back to `pending`.
 */
export const videoArrows: Record<VideoStatus, readonly VideoStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['pending'],
}

export const MAX_VIDEO_RESTARTS = 5

export const videoExtensions = ['.mp4', '.mov', '.m4v', '.webm', '.mkv'] as const

// Limits of the uploaded video, checked before decoding.

/** 4K with a margin for unusual shapes. */
export const maxVideoPixels = Math.floor(3840 * 2160 * 1.2)
/** The largest side that H.264 encoders accept. */
export const MAX_VIDEO_SIDE_PX = 16_384
export const MAX_VIDEO_SECONDS = 15 * 60
export const MAX_VIDEO_FRAMES_PER_SECOND = 120
/** Pixels times frames: 15 minutes of 1080p30, or 2 minutes of 4K60. Bounds the decoding time. */
export const MAX_VIDEO_WORK = 60_000_000_000

/** Short sides of the encoded sizes, in pixels. Videos are never enlarged. */
export const videoLadder = [360, 720, 1080] as const
/** Higher frame rates are reduced to this rate. */
export const MAX_PLAYED_FRAMES_PER_SECOND = 60

/** Each of at most `most` pictures fits into a square of `sidePx` pixels. */
export const storyboardTiles = { columns: 10, most: 100, sidePx: 160 } as const
