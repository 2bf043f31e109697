import { imageSizes, type CoverAngle } from '@toile/contracts/images/images.constants'
import type { Appearance } from '@toile/contracts/models/appearance.constants'

/** One picture to take of a model; angles in degrees, as in the scene's View. Whatever is left out is the viewer's own. */
export interface Capture {
  name: string
  /** Pixels, at most 8192 (the largest picture that SwiftShader draws). */
  width: number
  height: number
  azimuth?: number
  elevation?: number
  fov?: number
  margin?: number
  /** Light, background, colourway and so on; the default appearance where left out. */
  appearance?: Partial<Appearance>
}

/** The result of opening a model on the page: it stands on the stage, or what is wrong with it. */
export type PageResult =
  | { ok: true }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'damaged'; detail: string }

/** Degrees around the garment; the first angle is the viewer's own. */
const azimuths: Record<CoverAngle, number | undefined> = {
  'three-quarter': undefined,
  front: 0,
  side: 90,
  back: 180,
}

/** A picture for a cover: drawn once, in its largest size, with more air than others, because a tile is small. */
export function coverCapture(angle: CoverAngle): Capture {
  const azimuth = azimuths[angle]
  const size = { width: imageSizes.cover.width * 2, height: imageSizes.cover.height * 2 }
  return { name: angle, ...size, margin: 0.8, ...(azimuth !== undefined && { azimuth }) }
}
