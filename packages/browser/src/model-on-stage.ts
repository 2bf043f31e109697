import type { CameraPose, CameraView, Look, Tile } from '@toile/contracts/looks.constants'
import type { Browser, JobLimits } from './browser.js'
import type { PhotographModel } from './previews.js'

/** One picture, or a part of its pixels or of its samples. The same drawing gives the same bytes whoever draws it. */
export interface Drawing {
  /** Of the whole picture, in pixels. Without a tile at most 8192 each way. */
  width: number
  height: number
  /** Draws this part alone; parts put together are the whole picture. */
  tile?: Tile
  camera: CameraView | CameraPose
  /** Light, background, colourway and so on; the default look where left out. */
  look: Partial<Look>
  /**
   * Engine `studio`: the mean of these samples, `from` to `to` - 1; ranges averaged by their lengths are the whole
   * picture. null: engine `preview`, one frame as the viewer shows it.
   */
  samples: { from: number; to: number } | null
}

export interface DrawOptions extends Pick<JobLimits, 'timeoutMs' | 'maxCpuMs'> {
  /** Ends the drawing between two samples. A page that does not answer for a second is killed with its browser. */
  signal?: AbortSignal
  /** How many of the asked samples are drawn; called a few times a second at most. */
  onSample?: (done: number) => void
  /** A small WebP (480 px on its longest side) of what there is after 1, 2, 4, 8 ... samples of this range. */
  onPreview?: (picture: Buffer, samples: number) => void
}

/** A model before the camera, for as many drawings as one likes. They wait for each other. */
export interface ModelOnStage {
  /**
   * Draws a PNG of the tile, or of the whole picture. After a cancelled or failed drawing the next one works: if the
   * browser was killed, it starts again and the model is opened anew.
   * @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; the signal's reason when cancelled
   */
  draw(drawing: Drawing, options: DrawOptions): Promise<Buffer>
  /** Gives the graphics context back and lets the next job have the browser. */
  close(): Promise<void>
}

/**
 * Puts a model on the stage. The browser belongs to it until close(): other jobs of this browser wait that long.
 * @throws InputFailure MODEL_DAMAGED, MODEL_EMPTY, PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY
 */
export declare function openModelOnStage(browser: Browser, job: PhotographModel): Promise<ModelOnStage>
