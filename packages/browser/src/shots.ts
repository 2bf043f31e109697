import type { Look } from '@toile/contracts/looks.constants'

/** One picture to take of a model; angles in degrees, as in the scene's View. Whatever is left out is the viewer's own. */
export interface Shot {
  name: string
  /** Pixels, at most 8192 (the largest picture that SwiftShader draws). */
  width: number
  height: number
  azimuth?: number
  elevation?: number
  fov?: number
  margin?: number
  /** Light, background, colourway and so on; the default look where left out. */
  look?: Partial<Look>
}

/** What the page answers: PNGs as base64 by name, or what is wrong with the model. */
export type PageResult =
  | { ok: true; pictures: [string, string][] }
  | { ok: false; reason: 'empty' }
  | { ok: false; reason: 'damaged'; detail: string }
