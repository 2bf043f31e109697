export const uploadStages = ['upload', 'finished', 'processed', 'ready_to_publish', 'failed'] as const
export type UploadStage = (typeof uploadStages)[number]

/**
 * All allowed transitions. Any other change of stage is refused, so jobs may be delivered twice or out of order. A
 * retry leads from `failed` back to the last good stage.
 */
export const uploadArrows: Record<UploadStage, readonly UploadStage[]> = {
  upload: ['finished', 'failed'],
  finished: ['processed', 'failed'],
  processed: ['ready_to_publish', 'failed'],
  ready_to_publish: [],
  failed: ['upload', 'finished', 'processed'],
}

export const uploadKinds = ['model', 'video', 'file'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** The spec's 500M. A file of exactly this size is accepted. */
export const MAX_UPLOAD_BYTES = 524_288_000
/** Videos must be smaller than this. */
export const MAX_VIDEO_BYTES = 52_428_800
export const MAX_UNFINISHED_UPLOADS = 10
/**
 * Maximum number of one user's uploads of a kind that are announced, waiting, in processing or in correction. The limit
 * only bounds the length of the queue. It is not needed for fairness. A client with more files sends the others when
 * earlier files are ready.
 */
export const maxQueuedUploads = { model: 50, video: 20, file: 50 } as const satisfies Record<UploadKind, number>
/** An incomplete upload that gets no bytes for this long is removed. */
export const UPLOAD_EXPIRY_HOURS = 24
export const MAX_BYTES_PER_USER = 20 * 1024 ** 3
/** Defaults for users without a confirmed email. They are low, because anyone can create any number of accounts. */
export const unverifiedLimits = { maxBytes: MAX_UPLOAD_BYTES, maxUnfinishedUploads: 3 } as const
/** In `hours` hours, a network's users without a confirmed email together may announce `times` × one user's quota. */
export const unverifiedNetwork = { times: 10, hours: 24 } as const
/** Uploads are refused while a smaller share of the disk is free. */
export const MIN_FREE_FRACTION = 0.03
export const MAX_FILENAME_LENGTH = 255
/** Sizes of pieces to try: just below common request limits of proxies (100, 30, 10 and 1 MB), then a last resort. */
const pieceBytes = [95_000_000, 28_000_000, 9_500_000, 1_000_000, 60_000] as const
export const smallerPiece = (bytes: number): number | undefined => pieceBytes.find((one) => one < bytes)
export const checksumAlgorithms = ['sha1', 'sha256'] as const
export const MAX_UPLOAD_RESTARTS = 5
/** Time estimates need at least this many similar earlier uploads or renders. */
export const MIN_HISTORY = 20
/** Maximum time between a worker's reports. After ten times as long without one, pages show the worker as gone. */
export const PROGRESS_INTERVAL_SECONDS = 2
