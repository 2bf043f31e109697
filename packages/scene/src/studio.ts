import { Vector3 } from 'three'
import type { LightingName, Tile } from '@toile/contracts/models/appearance.constants'
import { createAccumulator } from './accumulator.js'
import { lightings } from './lightings.js'
import type { Stage } from './stage.js'

interface StudioPicture {
  width: number
  height: number
  tile?: Tile | undefined
  lighting: LightingName
}

export interface Studio {
  start(picture: StudioPicture): void
  /** Draws sample `index` and adds it. A sample depends neither on the other samples nor on their order. */
  add(index: number): void
  show(): void
  /** Restores the stage. Does nothing if no picture was started. */
  end(): void
  dispose(): void
}

/** Averages samples. The camera moves within a pixel (clean edges), the key light within its radius (soft shadows). */
export function createStudio({ rig: { renderer, scene, camera, key } }: Stage): Studio {
  const accumulator = createAccumulator(renderer)
  const { radius: shadowRadius } = key.shadow
  let going: { picture: StudioPicture; middle: Vector3; right: Vector3; up: Vector3 } | null = null

  const end = () => {
    if (!going) return
    key.position.copy(going.middle)
    key.shadow.radius = shadowRadius
    renderer.shadowMap.needsUpdate = true
    aim(going.picture, [0, 0])
    going = null
  }
  const aim = ({ width, height, tile }: StudioPicture, [x, y]: [number, number]) => {
    const part = tile ?? { x: 0, y: 0, width, height }
    camera.setViewOffset(width, height, part.x + x, part.y + y, part.width, part.height)
  }

  return {
    start(picture) {
      end()
      const away = key.position.clone().sub(key.target.position).normalize()
      const right = new Vector3(0, 1, 0).cross(away).normalize()
      const radius = lightings[picture.lighting].key.radius
      going = {
        picture,
        middle: key.position.clone(),
        up: away.cross(right).multiplyScalar(radius),
        right: right.multiplyScalar(radius),
      }
      // PCF's shadow blur is screen-space noise, which would not match at tile edges.
      key.shadow.radius = 0
      accumulator.start()
    },
    add(index) {
      if (!going) throw new Error('call start() before add()')
      const { picture, middle, right, up } = going
      const [x, y] = onDisc(index)
      key.position.copy(middle).addScaledVector(right, x).addScaledVector(up, y)
      renderer.shadowMap.needsUpdate = true
      aim(picture, inPixel(index))
      renderer.render(scene, camera)
      accumulator.add()
    },
    show: accumulator.show,
    end,
    dispose() {
      end()
      accumulator.dispose()
    },
  }
}

// Any range of a low-discrepancy sequence covers the pixel and the lamp evenly, so any range of samples is a picture.

const part = (x: number) => x - Math.floor(x)

/** Van der Corput sequence; in base 2: 0, 1/2, 1/4, 3/4 ... */
function mirrored(index: number, base: number): number {
  let [value, place] = [0, 1 / base]
  for (let left = index; left > 0; left = Math.floor(left / base), place /= base) value += (left % base) * place
  return value
}

/**
 * Returns the camera's offset in pixels (Halton sequence, bases 2 and 3): -0.25 to 0.25 each way, 0 for sample 0. The
 * offsets span half a pixel, because the GPU's antialiasing already takes four samples at edges. A whole pixel would
 * blur the weave.
 */
function inPixel(index: number): [number, number] {
  return [part(mirrored(index, 2) + 0.5) / 2 - 0.25, part(mirrored(index, 3) + 0.5) / 2 - 0.25]
}

/** The root of x^3 = x + 1, with which the R2 sequence fills a plane evenly. */
const PLASTIC = 1.324717957244746

/** A point of the unit disc, the middle for sample 0. The sequence differs from inPixel()'s, to avoid correlation. */
function onDisc(index: number): [number, number] {
  const radius = Math.sqrt(part(index / PLASTIC))
  const angle = part(index / PLASTIC ** 2) * Math.PI * 2
  return [Math.cos(angle) * radius, Math.sin(angle) * radius]
}
