import type { CameraPose, CameraView, Appearance, Tile } from '@toile/contracts/models/appearance.constants'

/** A request for a picture, or a part of its pixels or samples. On the CPU, equal requests give equal bytes. */
export interface Drawing {
  /** Size of the whole picture in pixels. Without `tile`, each side is at most 8192. */
  width: number
  height: number
  /** Part of the picture to render. Joined tiles equal the whole picture, apart from the rounding of a few pixels. */
  tile?: Tile
  camera: CameraView | CameraPose
  appearance: Partial<Appearance>
  /**
   * Engine `studio` draws the mean of samples `from` to `to` - 1. The mean of all ranges, weighted by their lengths, is
   * the whole picture to within 1 of 255 levels. Null selects engine `preview`: it draws one frame as the viewer does.
   */
  samples: { from: number; to: number } | null
}
