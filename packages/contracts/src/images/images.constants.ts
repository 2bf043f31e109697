export const imagePurposes = ['cover', 'banner', 'avatar', 'detail', 'inline'] as const
export type ImagePurpose = (typeof imagePurposes)[number]

export const imageStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ImageStatus = (typeof imageStatuses)[number]

/** All arrows there are, whatever is delivered twice or out of order. */
export const imageArrows: Record<ImageStatus, readonly ImageStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['ready', 'failed'],
  ready: [],
  failed: [],
}

/** Sizes of the spec in pixels, at 1x. */
export const imageSizes = {
  cover: { width: 308, height: 410 },
  banner: { width: 1920, height: 420 },
  detail: { width: 1724, height: 924 },
} as const

/** The angles that a model is photographed from for its cover; the first is the cover until the creator picks another. */
export const coverAngles = ['three-quarter', 'front', 'side', 'back'] as const
export type CoverAngle = (typeof coverAngles)[number]

/** Of one person in line or at work at a time. */
export const MAX_QUEUED_IMAGES = 50
/** A picture that is sent may have so many bytes; a phone's large JPEG has half of them. */
export const MAX_IMAGE_BYTES = 25 * 1024 ** 2
/** Of the picture as sent, before anything is decoded: 50 M pixels are 200 MB in memory. */
export const MAX_IMAGE_PIXELS = 50_000_000
export const MAX_IMAGE_SIDE_PX = 20_000
/** Only the first frame is used; a file with more than these is made to exhaust, not to be looked at. */
export const MAX_IMAGE_FRAMES = 1_000
export const MIN_CROP_PX = 10
export const MAX_QUARTER_TURNS = 3
/** How often the machinery itself starts a picture anew before it gives up. */
export const MAX_IMAGE_ATTEMPTS = 5

/** What shows through a transparent picture where the format has no transparency: the page's paper. */
export const PAPER_COLOUR = '#fdfcfa'
