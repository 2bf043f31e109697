import { linearOf } from './colours.js'

/** What shines: sRGB as `#rrggbb`, times a strength. */
interface Glow {
  colour: string
  strength: number
}

/** The light around a model of 1 unit on the origin; y is up. */
export interface Light {
  /** Far away, above and below the horizon. */
  dome: Glow
  ground: Glow
  /** Surfaces 5 units away that face the model; angles in degrees, azimuth 0 in front of it. */
  panels: readonly (Glow & { azimuth: number; elevation: number; width: number; height: number })[]
  /** Parallel light that comes from `position` and looks as wide as a disc of `radius` there. */
  lamps: readonly (Glow & { position: readonly [number, number, number]; radius: number; castsShadow: boolean })[]
}

/** The same with linear colours, as picture.py reads it. */
export function inLinear({ dome, ground, panels, lamps }: Light) {
  return {
    dome: linearOf(dome.colour, dome.strength),
    ground: linearOf(ground.colour, ground.strength),
    panels: panels.map((panel) => ({ ...panel, colour: linearOf(panel.colour, panel.strength) })),
    lamps: lamps.map((lamp) => ({ ...lamp, colour: linearOf(lamp.colour) })),
  }
}
