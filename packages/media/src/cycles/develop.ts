import sharp from 'sharp'
import type { Tile } from '@toile/contracts/models/appearance.constants'
import { encoded, linearOf, type Colour } from '../srgb.js'

export interface Exposed {
  /** Blender's linear output for the tile, row by row from the bottom: RGB premultiplied by alpha, then alpha. */
  light: Float32Array
  width: number
  height: number
  tile: Tile
  /** Exposure in stops. Each stop doubles the light. */
  exposure: number
  wall: Wall | null
}

/** The backdrop's colours in the middle and at the corners, as `#rrggbb`. */
export interface Wall {
  bright: string
  dim: string
}

export function develop({ light, width, height, tile, exposure, wall }: Exposed): Promise<Buffer> {
  const channels = wall ? 3 : 4
  const pixels = new Uint8Array(tile.width * tile.height * channels)
  const behind = wall && shadeOf(wall, width, height)
  const gain = 2 ** exposure
  const colour: Colour = [0, 0, 0]
  for (let y = 0; y < tile.height; y++)
    for (let x = 0; x < tile.width; x++) {
      const from = ((tile.height - 1 - y) * tile.width + x) * 4
      const to = (y * tile.width + x) * channels
      const alpha = Math.min(1, Math.max(0, light[from + 3]!))
      for (let i = 0; i < 3; i++) colour[i] = alpha > 0 ? Math.max(0, (light[from + i]! / alpha) * gain) : 0
      rollOff(colour)
      const shade = behind?.(tile.x + x, tile.y + y)
      for (let i = 0; i < 3; i++) {
        const own = encoded(Math.min(1, colour[i]!))
        pixels[to + i] = Math.round(255 * Math.min(1, shade ? own * alpha + shade[i]! * (1 - alpha) : own))
      }
      if (!wall) pixels[to + 3] = Math.round(255 * alpha)
    }
  return sharp(pixels, { raw: { width: tile.width, height: tile.height, channels } })
    .png()
    .toBuffer()
}

const [KNEE, DESATURATION] = [0.76, 0.15]

/** Applies Khronos' neutral tone mapping in place. It keeps fabric colours and rolls only highlights off to white. */
function rollOff(colour: Colour) {
  const low = Math.min(...colour)
  const haze = low < 0.08 ? low - 6.25 * low * low : 0.04
  const peak = Math.max(...colour) - haze
  const top = peak < KNEE ? peak : 1 - (1 - KNEE) ** 2 / (peak + 1 - 2 * KNEE)
  const white = peak < KNEE ? 0 : 1 - 1 / (DESATURATION * (peak - top) + 1)
  for (let i = 0; i < 3; i++) {
    const scaled = peak > 0 ? ((colour[i]! - haze) * top) / peak : 0
    colour[i] = scaled * (1 - white) + top * white
  }
}

/** Returns the backdrop's sRGB value (0 to 1) at a pixel of the whole picture, like packages/scene/src/backdrop.ts. */
function shadeOf(wall: Wall, width: number, height: number): (x: number, y: number) => Colour {
  const [bright, dim] = [linearOf(wall.bright), linearOf(wall.dim)]
  const colour: Colour = [0, 0, 0]
  return (x, y) => {
    const [right, up] = [(2 * (x + 0.5)) / width - 1, 1 - (2 * (y + 0.5)) / height]
    const away = Math.hypot(right * 0.62, (up - 0.15) * 0.7)
    const t = Math.min(1, Math.max(0, (away - 0.15) / 0.9))
    const share = t * t * (3 - 2 * t)
    // Noise of one grey step hides banding in the gradient. The noise depends only on the pixel.
    const waves = (0.06711056 * (x + 0.5) + 0.00583715 * (height - y - 0.5)) % 1
    const noise = (((52.9829189 * waves) % 1) - 0.5) / 255
    for (let i = 0; i < 3; i++) colour[i] = encoded(bright[i]! + (dim[i]! - bright[i]!) * share) + noise
    return colour
  }
}
