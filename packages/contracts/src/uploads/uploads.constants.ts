/** The stages of an upload in their order; `failed` can follow each of the first three. */
export const uploadStages = ['upload', 'finished', 'processed', 'ready_to_publish', 'failed'] as const
export type UploadStage = (typeof uploadStages)[number]

/** All arrows there are, whatever is delivered twice or out of order. `failed` goes back to the last good stage by retry. */
export const uploadArrows: Record<UploadStage, readonly UploadStage[]> = {
  upload: ['finished', 'failed'],
  finished: ['processed', 'failed'],
  processed: ['ready_to_publish', 'failed'],
  ready_to_publish: [],
  failed: ['upload', 'finished', 'processed'],
}

export const uploadKinds = ['model', 'video', 'file'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** 500M of the spec; a file of exactly this size is allowed. */
export const MAX_UPLOAD_BYTES = 524_288_000
/** A video must stay under this. */
export const MAX_VIDEO_BYTES = 52_428_800
export const MAX_UNFINISHED_UPLOADS = 10
/**
 * Of one person at a time: announced, in line or at work. Each still waits for its turn behind everybody else's; this bounds
 * how long the line gets. Somebody who drops more files at once sends the rest as these become ready.
 */
export const maxQueuedUploads = { model: 50, video: 20, file: 50 } as const satisfies Record<UploadKind, number>
/** An upload that gets no byte for this long is given up. */
export const UPLOAD_EXPIRY_HOURS = 24
/** What one person may keep in all. */
export const MAX_BYTES_PER_USER = 20 * 1024 ** 3
/** Of a person whose email is not confirmed, unless an operator sets others: anybody makes as many accounts as they like. */
export const unverifiedLimits = { maxBytes: MAX_UPLOAD_BYTES, maxUnfinishedUploads: 3 } as const
/** All such people on one network may announce so many times what one of them may keep, within so many hours. */
export const unverifiedNetwork = { times: 10, hours: 24 } as const
/** Below this share of free disk no new upload is taken. */
export const MIN_FREE_FRACTION = 0.03
export const MAX_FILENAME_LENGTH = 255
/** What a request may hold where something in front has a limit, just below the usual ones: 100 MB, 30, 10 and 1. */
const pieceBytes = [95_000_000, 28_000_000, 9_500_000, 1_000_000, 60_000] as const
/** The next smaller piece to try when a request of so many bytes does not get through; undefined when there is none. */
export const smallerPiece = (bytes: number): number | undefined => pieceBytes.find((one) => one < bytes)
/** By which a client may have each piece checked (tus's extension checksum). */
export const checksumAlgorithms = ['sha1', 'sha256'] as const
/** How often the machinery itself starts a stage anew before it gives up and offers Retry. */
export const MAX_UPLOAD_ATTEMPTS = 5
/** A time left is told from this many like uploads on, and not before. */
export const MIN_HISTORY = 20
/** A worker says at least this often that it is still at it; twice unheard is gone for now. */
export const PROGRESS_INTERVAL_SECONDS = 2
