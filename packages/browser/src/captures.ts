import { imageSizes, type CoverAngle } from '@toile/contracts/images/images.constants'
import type { Appearance } from '@toile/contracts/models/appearance.constants'

/** Angles in degrees, as in View of packages/scene; omitted values are the viewer's defaults. */
export interface Capture {
  name: string
  /** Pixels, at most 8192 (SwiftShader's limit). */
  width: number
  height: number
  azimuth?: number
  elevation?: number
  fov?: number
  margin?: number
  appearance?: Partial<Appearance>
}

export type PageResult =
  | { ok: true }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'damaged'; detail: string }

/** Degrees around the garment; undefined keeps the viewer's default. */
const azimuths: Record<CoverAngle, number | undefined> = {
  'three-quarter': undefined,
  front: 0,
  side: 90,
  back: 180,
}

/** A cover, rendered once at its largest size with more margin than other pictures, because gallery tiles are small. */
export function coverCapture(angle: CoverAngle): Capture {
  const azimuth = azimuths[angle]
  const size = { width: imageSizes.cover.width * 2, height: imageSizes.cover.height * 2 }
  return { name: angle, ...size, margin: 0.8, ...(azimuth !== undefined && { azimuth }) }
}
