import type { CameraPose, CameraView, Appearance, Tile } from '@toile/contracts/models/appearance.constants'

/** A request for a picture, or for a part of its pixels or samples. Equal requests give equal bytes. */
export interface Drawing {
  /** Size of the whole picture in pixels. Without `tile`, each side is at most 8192. */
  width: number
  height: number
  /** Part of the picture to render. All tiles of a picture, joined, equal the whole picture. */
  tile?: Tile
  camera: CameraView | CameraPose
  appearance: Partial<Appearance>
  /**
   * Engine `studio` draws the mean of the samples `from` to `to` - 1. The mean of several ranges, weighted by their
   * lengths, is the whole picture. Null selects engine `preview`, which draws one frame as the viewer does.
   */
  samples: { from: number; to: number } | null
}
