import type { Fabric } from '../model/document.js'
import { mapsOf } from './maps.js'
import { noise } from './noise.js'

/** Pressed wool or suede, with a soft, cloudy nap instead of threads. It is grey, because the look sets the colour. */
export function felt({
  size = 512,
  seed = 3,
  coarse = 1,
}: { size?: number; seed?: number; coarse?: number } = {}): Promise<Fabric> {
  return mapsOf(size, 1.6 * coarse, (px, py) => {
    const at = (cells: number, s: number) => noise((px / size) * cells, (py / size) * cells, cells, seed + s)
    // The number of cells is whole, so that the tile has no seam.
    const height = 0.25 * at(24, 0) + 0.35 * at(96, 1) + 0.4 * at(Math.round(size / 3), 2)
    const light = 0.84 + 0.22 * (height - 0.5) + 0.06 * (at(6, 3) - 0.5)
    const value = 255 * light
    return { height, colour: [value, value, value], roughness: 0.92 + 0.08 * at(48, 4) }
  })
}
