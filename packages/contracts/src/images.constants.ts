export const imagePurposes = ['cover', 'banner', 'avatar', 'detail', 'inline'] as const
export type ImagePurpose = (typeof imagePurposes)[number]

export const imageStatuses = ['pending', 'processing', 'ready', 'failed'] as const
export type ImageStatus = (typeof imageStatuses)[number]

/** Sizes of the spec in pixels, at 1x. */
export const imageSizes = {
  cover: { width: 308, height: 410 },
  banner: { width: 1920, height: 420 },
  detail: { width: 1724, height: 924 },
} as const
