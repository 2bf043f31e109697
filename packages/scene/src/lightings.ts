import type { LightingName } from '@toile/contracts/models/appearance.constants'

type Vector = readonly [number, number, number]

/** A luminous surface. Its angles in degrees are those of its middle, seen from the origin. Azimuth 0 is in front. */
export interface Panel {
  azimuth: number
  elevation: number
  /** Width and height are in units of the model's longest side. The panel is 5 such units away from its centre. */
  width: number
  height: number
  colour: string
  /** Radiance, as a multiple of `colour`. */
  strength: number
}

export interface Lamp {
  colour: string
  intensity: number
  /** Key lamps aim at (0, 0.4, 0) from 3.5 to 3.7 away, in the shadow camera's range. Rim lamps aim at the origin. */
  position: Vector
}

export interface Lighting {
  surroundings: 'room' | { dome: string; ground: string; strength: number; panels: readonly Panel[] }
  /** `radius` is in units of the model's longest side. In studio pictures, a larger lamp casts softer shadows. */
  key: Lamp & { radius: number }
  rim: Lamp
}

const softbox = (azimuth: number, strength: number, colour = '#ffffff'): Panel => ({
  azimuth,
  elevation: 18,
  width: 3.2,
  height: 4.6,
  colour,
  strength,
})

export const lightings: Record<LightingName, Lighting> = {
  studio: {
    surroundings: 'room',
    key: { colour: '#fff6ec', intensity: 1.9, position: [-1.5, 2.6, 2.4], radius: 0.55 },
    rim: { colour: '#f1f4ff', intensity: 0.7, position: [1.8, 1.6, -2.2] },
  },
  // This light is even from both sides, to show colours and cut.
  softbox: {
    surroundings: {
      dome: '#ffffff',
      ground: '#d9d5cf',
      strength: 0.55,
      panels: [softbox(-42, 5), softbox(42, 5), { ...softbox(0, 3), elevation: 72 }],
    },
    key: { colour: '#ffffff', intensity: 0.7, position: [-0.6, 2.8, 2.5], radius: 0.9 },
    rim: { colour: '#ffffff', intensity: 0.4, position: [1.6, 1.8, -2.3] },
  },
  daylight: {
    surroundings: {
      dome: '#bcd7ff',
      ground: '#8d8070',
      strength: 0.75,
      panels: [{ azimuth: 38, elevation: 52, width: 1.4, height: 1.4, colour: '#fff0d2', strength: 26 }],
    },
    key: { colour: '#fff0d6', intensity: 2.9, position: [1.7, 3, 1.6], radius: 0.14 },
    rim: { colour: '#cfe0ff', intensity: 0.5, position: [-2, 1.4, -2.2] },
  },
  evening: {
    surroundings: {
      dome: '#5c6a92',
      ground: '#3c2f2a',
      strength: 0.5,
      panels: [{ azimuth: -58, elevation: 14, width: 3, height: 1.6, colour: '#ffc394', strength: 9 }],
    },
    key: { colour: '#ffd0a6', intensity: 2.6, position: [-3, 1.5, 1.9], radius: 0.25 },
    rim: { colour: '#ffab88', intensity: 1.1, position: [2.4, 1.2, -2] },
  },
  // Narrow strips of light from two sides in dark surroundings show a surface's relief.
  contrast: {
    surroundings: {
      dome: '#2b2a29',
      ground: '#141312',
      strength: 0.5,
      panels: [
        { azimuth: -80, elevation: 12, width: 1.2, height: 5, colour: '#ffffff', strength: 15 },
        { azimuth: 140, elevation: 20, width: 0.8, height: 4, colour: '#dfe8ff', strength: 8 },
      ],
    },
    key: { colour: '#ffffff', intensity: 2.2, position: [-3.2, 1.8, 1], radius: 0.35 },
    rim: { colour: '#e6edff', intensity: 1.6, position: [1.6, 1.8, -2.8] },
  },
}
