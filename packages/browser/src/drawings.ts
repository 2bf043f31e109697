import type { CameraPose, CameraView, Appearance, Tile } from '@toile/contracts/models/appearance.constants'

/** One picture, or a part of its pixels or of its samples. The same drawing gives the same bytes whoever draws it. */
export interface Drawing {
  /** Of the whole picture, in pixels. Without a tile at most 8192 each way. */
  width: number
  height: number
  /** Draws this part alone; parts put together are the whole picture. */
  tile?: Tile
  camera: CameraView | CameraPose
  /** Light, background, colourway and so on; the default appearance where left out. */
  appearance: Partial<Appearance>
  /**
   * Engine `studio`: the mean of these samples, `from` to `to` - 1; ranges averaged by their lengths are the whole
   * picture. null: engine `preview`, one frame as the viewer shows it.
   */
  samples: { from: number; to: number } | null
}
