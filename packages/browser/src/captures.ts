import { imageSizes, type CoverAngle } from '@toile/contracts/images/images.constants'
import type { Appearance } from '@toile/contracts/models/appearance.constants'

/** Angles are in degrees, as in View of packages/scene. Omitted values take the viewer's defaults. */
export interface Capture {
  name: string
  /** Size in pixels. SwiftShader allows at most 8192 pixels a side. */
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

/** Degrees around the garment. With undefined, the viewer's default angle applies. */
const azimuths: Record<CoverAngle, number | undefined> = {
  'three-quarter': undefined,
  front: 0,
  side: 90,
  back: 180,
}

/** A cover is rendered once, at its largest size. A smaller `margin` leaves more space, as small gallery tiles need. */
export function coverCapture(angle: CoverAngle): Capture {
  const azimuth = azimuths[angle]
  const size = { width: imageSizes.cover.width * 2, height: imageSizes.cover.height * 2 }
  return { name: angle, ...size, margin: 0.8, ...(azimuth !== undefined && { azimuth }) }
}
