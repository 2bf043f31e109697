import type { CameraPose, CameraView, Appearance, Tile } from '@toile/contracts/models/appearance.constants'

/** A picture, or a part of its pixels or samples. Equal drawings give equal bytes. */
export interface Drawing {
  /** Size of the whole picture in px, at most 8192 without `tile`. */
  width: number
  height: number
  /** Part of the picture to render; joined tiles equal the whole picture. */
  tile?: Tile
  camera: CameraView | CameraPose
  appearance: Partial<Appearance>
  /**
   * Engine `studio` draws the mean of samples `from` to `to` - 1; the mean of several ranges, weighted by length, is
   * the whole picture. Null selects engine `preview`, which draws one frame as in the viewer.
   */
  samples: { from: number; to: number } | null
}
