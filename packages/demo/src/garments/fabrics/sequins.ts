import type { Fabric } from '../model/document.js'
import { mapsOf } from './maps.js'
import { hash } from './noise.js'

/** Maximum tilt of a sequin along each axis, as a tangent. Tilts differ, so that each sequin reflects differently. */
const LEAN = 0.3
/** Radius as a share of the distance within a row. Below 0.57, with `across` 10, the ground would show between rows. */
const RADIUS = 0.66
const SLOPE = 2.2

/** Round sequins in overlapping rows. They are grey, because the look sets the metal's colour. */
export function sequins({ across = 10, size = 768, seed = 4 } = {}): Promise<Fabric> {
  // The number of rows is even, because every second row is shifted and rows must continue across the tile's edge.
  const rows = 2 * Math.round(across * 0.62)
  const pixels = size / across
  return mapsOf(size, SLOPE, (px, py) => {
    const row = Math.floor((py / size) * rows)
    for (const lower of [1, 0, -1, -2]) {
      const j = row + lower
      const shift = (((j % 2) + 2) % 2) / 2
      const i = Math.round(px / pixels - shift)
      const [dx, dy] = [px / pixels - shift - i, (py - ((j + 0.5) / rows) * size) / pixels]
      const away = Math.hypot(dx, dy)
      if (away > RADIUS) continue
      const [wi, wj] = [(i + across) % across, (j + rows) % rows]
      const [leanX, leanY] = [hash(wi, wj, seed) - 0.5, hash(wi, wj, seed + 1) - 0.5]
      const rim = Math.max(0, (away - RADIUS * 0.86) / (RADIUS * 0.14))
      const isHole = Math.hypot(dx, dy + RADIUS * 0.55) < 0.055
      const light = 255 * (isHole ? 0.25 : 0.86 + 0.12 * hash(wi, wj, seed + 2) - 0.3 * rim ** 2)
      return {
        height: ((leanX * dx + leanY * dy) * 2 * LEAN * pixels) / (2 * SLOPE) - 0.6 * rim ** 2,
        colour: [light, light, light],
        roughness: isHole ? 0.9 : 0.3 + 0.25 * rim,
        metalness: isHole ? 0 : 0.92,
      }
    }
    return { height: -0.5, colour: [40, 40, 40], roughness: 0.9 }
  })
}
