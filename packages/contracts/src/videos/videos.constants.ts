export const videoStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type VideoStatus = (typeof videoStatuses)[number]

/** All arrows there are, whatever is delivered twice or out of order. `failed` goes back when its upload is retried. */
export const videoArrows: Record<VideoStatus, readonly VideoStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: ['pending'],
}

/** How often the machinery itself starts a video anew before it gives up and offers Retry. */
export const MAX_VIDEO_ATTEMPTS = 5

/** How the names of videos that are taken end. */
export const videoExtensions = ['.mp4', '.mov', '.m4v', '.webm', '.mkv'] as const

// Of the video as sent, before a frame is decoded.

/** 4K with a margin for its odd shapes. */
export const maxVideoPixels = Math.floor(3840 * 2160 * 1.2)
/** What encoders of H.264 take. */
export const MAX_VIDEO_SIDE_PX = 16_384
export const MAX_VIDEO_SECONDS = 15 * 60
export const MAX_VIDEO_FRAMES_PER_SECOND = 120
/** Pixels times frames: 15 minutes of 1080p30, or 2 minutes of 4K60. It bounds the time that decoding takes. */
export const MAX_VIDEO_WORK = 60_000_000_000

/** The short side in pixels of what is made of a video: never more than it has, and this is the most. */
export const videoLadder = [360, 720, 1080] as const
/** Faster ones are thinned to this. */
export const MAX_PLAYED_FRAMES_PER_SECOND = 60

/** Of the storyboard that a pointer on the seek bar shows: at most so many pictures, fitted into a square of px. */
export const storyboardTiles = { columns: 10, most: 100, sidePx: 160 } as const
