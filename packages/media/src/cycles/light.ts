import type { Look } from '@toile/contracts/looks.constants'
import { keyRadius, lightings, type Lamp, type Lighting } from '@toile/scene/lightings'

import { themes } from '@toile/scene/themes'
import { linearOf, type Colour } from './colours.js'

/** The light around a model of 1 unit on the origin, y up, in linear colours. */
export interface Light {
  dome: Colour
  ground: Colour
  panels: { azimuth: number; elevation: number; width: number; height: number; colour: Colour }[]
  /** Parallel light that comes from `position` and looks as wide as a disc of `radius` there. */
  lamps: {
    position: readonly [number, number, number]
    colour: Colour
    strength: number
    radius: number
    castsShadow: boolean
  }[]
}

type Surroundings = Exclude<Lighting['surroundings'], 'room'>

/** What three's room comes to, as seen from its middle: pale walls, a window on each side and lamps above. */
const room: Surroundings = {
  dome: '#fffaf4',
  ground: '#e9e4dc',
  strength: 0.8,
  panels: [
    { azimuth: -70, elevation: 25, width: 3.4, height: 3, colour: '#ffffff', strength: 5 },
    { azimuth: 75, elevation: 20, width: 3, height: 3, colour: '#ffffff', strength: 4 },
    { azimuth: 10, elevation: 80, width: 3, height: 3, colour: '#ffffff', strength: 6 },
    { azimuth: 185, elevation: 30, width: 2.4, height: 2.4, colour: '#ffffff', strength: 5 },
  ],
}
const RIM_RADIUS = 0.4

/** The studio's light of packages/scene for a path tracer. */
export function lightOf({ lighting, lightingRotation }: Pick<Look, 'lighting' | 'lightingRotation'>): Light {
  const { surroundings, key, rim } = lightings[lighting]
  const { dome, ground, strength, panels } = surroundings === 'room' ? room : surroundings
  // As dim as the viewer's stage has it.
  const around = themes.light.room
  const angle = (lightingRotation * Math.PI) / 180
  const lampOf = ({ colour, intensity, position: [x, y, z] }: Lamp, radius: number, castsShadow: boolean) => ({
    position: [x * Math.cos(angle) + z * Math.sin(angle), y, z * Math.cos(angle) - x * Math.sin(angle)] as const,
    colour: linearOf(colour),
    strength: intensity,
    radius,
    castsShadow,
  })
  return {
    dome: linearOf(dome, strength * around),
    ground: linearOf(ground, strength * around),
    panels: panels.map(({ azimuth, colour, strength: shine, ...panel }) => ({
      ...panel,
      azimuth: azimuth + lightingRotation,
      colour: linearOf(colour, shine * around),
    })),
    lamps: [lampOf(key, keyRadius[lighting], true), lampOf(rim, RIM_RADIUS, false)],
  }
}
