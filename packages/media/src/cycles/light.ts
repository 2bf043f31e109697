import { linearOf } from '../srgb.js'

interface Glow {
  colour: string
  strength: number
}

/** Light for a model whose longest side is 1 and whose feet are at the origin; y is up. */
export interface Light {
  /** Infinitely distant light from above the horizon (`dome`) and from below it (`ground`). */
  dome: Glow
  ground: Glow
  /** Bright rectangles of the sky, as large as panels 5 units away. Angles are in degrees; azimuth 0 is the front. */
  panels: readonly (Glow & { azimuth: number; elevation: number; width: number; height: number })[]
  /** Sunlight from `position` to (0, 0.4, 0). Its shadows are as soft as those of a lamp of this `radius` there. */
  lamps: readonly (Glow & { position: readonly [number, number, number]; radius: number; castsShadow: boolean })[]
}

/** Returns linear colours for picture.py. Those of dome, ground and panels are already multiplied by the strength. */
export function inLinear({ dome, ground, panels, lamps }: Light) {
  return {
    dome: linearOf(dome.colour, dome.strength),
    ground: linearOf(ground.colour, ground.strength),
    panels: panels.map((panel) => ({ ...panel, colour: linearOf(panel.colour, panel.strength) })),
    lamps: lamps.map((lamp) => ({ ...lamp, colour: linearOf(lamp.colour) })),
  }
}
