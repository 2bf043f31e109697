import path from 'node:path'
import type { Background, Camera, Appearance } from '@toile/contracts/models/appearance.constants'
import { drawWithCycles, prepareForCycles } from '@toile/media/cycles/draw'
import { withWorkFolder } from '@toile/media/work-folders'
import { defaultView } from '@toile/scene/framing'
import { themes } from '@toile/scene/themes'
import type { Parts } from '../parts.js'
import { PIECE_TIMEOUT_MS, type Engine } from './engine.js'
import type { Light } from '@toile/media/cycles/light'
import { lightings, type Lamp, type Lighting } from '@toile/scene/lightings'

/** The engine `cycles`. Blender is started anew for each piece, and each start takes about a second. */
export function inBlender({ user }: Pick<Parts, 'user'>, blender: string): Engine {
  return ({ settings: { cameras, look, samples } }, { fetchTo }, signal, work) =>
    withWorkFolder(async (workDir) => {
      const model = path.join(workDir, 'web.glb')
      await fetchTo(model)
      const prepared = await prepareForCycles({ workDir, signal, user }, model, look)
      const light = cyclesLight(look)
      await work(({ width, height, tile, picture, samples: range }, { signal, onSample, onPreview }) =>
        drawWithCycles(
          { workDir, blender, signal, user },
          prepared,
          {
            width,
            height,
            tile: tile ?? undefined,
            camera: viewOf(cameras[picture]!),
            light,
            exposure: look.exposure,
            wall: wallOf(look.background),
            samples: range ? range.to - range.from : samples,
          },
          { timeoutMs: PIECE_TIMEOUT_MS, onSample, onPreview },
        ),
      )
    })
}

const viewOf = (camera: Camera) => ('position' in camera ? camera : { ...defaultView, ...camera })

/** Colours of the wall behind the garment, as on the viewer's stage in the light theme. Null for no wall. */
function wallOf(background: Background) {
  if (background === 'transparent') return null
  return background === 'theme' ? themes.light : { bright: background, dim: background }
}

type Surroundings = Exclude<Lighting['surroundings'], 'room'>

/** Approximates three.js' RoomEnvironment seen from its middle: pale walls, bright panels on all sides and above. */
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

/** Converts the lighting of packages/scene, which the viewer uses, for Blender's path tracer. */
function cyclesLight({ lighting, lightingRotation }: Pick<Appearance, 'lighting' | 'lightingRotation'>): Light {
  const { surroundings, key, rim } = lightings[lighting]
  const { dome, ground, strength, panels } = surroundings === 'room' ? room : surroundings
  // In the light theme, the viewer's stage dims its surroundings by this factor. Here it makes both engines look alike.
  const around = themes.light.room
  const angle = (lightingRotation * Math.PI) / 180
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const lampOf = ({ colour, intensity, position: [x, y, z] }: Lamp) => ({
    colour,
    strength: intensity,
    position: [x * cos + z * sin, y, z * cos - x * sin] as const,
  })
  return {
    dome: { colour: dome, strength: strength * around },
    ground: { colour: ground, strength: strength * around },
    panels: panels.map((panel) => ({
      ...panel,
      azimuth: panel.azimuth + lightingRotation,
      strength: panel.strength * around,
    })),
    lamps: [
      { ...lampOf(key), radius: key.radius, castsShadow: true },
      // The stage's rim light casts no shadow either: a second shadow would cross the first.
      { ...lampOf(rim), radius: RIM_RADIUS, castsShadow: false },
    ],
  }
}
