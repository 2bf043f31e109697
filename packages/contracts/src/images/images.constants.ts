export const imagePurposes = ['cover', 'banner', 'avatar', 'detail', 'inline'] as const
export type ImagePurpose = (typeof imagePurposes)[number]

export const imageStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ImageStatus = (typeof imageStatuses)[number]

/** All allowed transitions. Any other change of status is refused, so jobs may be delivered twice or out of order. */
export const imageArrows: Record<ImageStatus, readonly ImageStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: [],
}

/** Sizes from the spec, in pixels at 1x. */
export const imageSizes = {
  cover: { width: 308, height: 410 },
  banner: { width: 1920, height: 420 },
  detail: { width: 1724, height: 924 },
} as const

/** Angles of the generated cover pictures. The first is the default cover. */
export const coverAngles = ['three-quarter', 'front', 'side', 'back'] as const
export type CoverAngle = (typeof coverAngles)[number]

/** Maximum number of one user's images that are waiting or being processed. */
export const MAX_QUEUED_IMAGES = 50
/** This is twice the size of a large JPEG from a phone. */
export const MAX_IMAGE_BYTES = 25 * 1024 ** 2
/** Checked before the image is decoded, because 50 M pixels take 200 MB of memory. */
export const MAX_IMAGE_PIXELS = 50_000_000
export const MAX_IMAGE_SIDE_PX = 20_000
/** Only the first frame is used. A file with more frames than this is refused as an attack. */
export const MAX_IMAGE_FRAMES = 1_000
export const MIN_CROP_PX = 10
export const MAX_QUARTER_TURNS = 3
export const MAX_IMAGE_RESTARTS = 5

/** The page's paper colour. It is the background of transparent pictures in JPEG files and in blurhashes. */
export const PAPER_COLOUR = '#fdfcfa'
