import type { Fabric } from '../model/document.js'
import { mapsOf } from './maps.js'
import { hash, noise } from './noise.js'

/** Pebbled hide: cells of similar size with creases between them. It is grey, because the look sets the colour. */
export function leather({
  cells = 40,
  size = 512,
  seed = 9,
}: { cells?: number; size?: number; seed?: number } = {}): Promise<Fabric> {
  return mapsOf(size, 1.5, (px, py) => {
    const [x, y] = [(px / size) * cells, (py / size) * cells]
    const [i, j] = [Math.floor(x), Math.floor(y)]
    let [first, second] = [9, 9]
    for (let n = 0; n < 9; n++) {
      const [ci, cj] = [i + (n % 3) - 1, j + Math.floor(n / 3) - 1]
      const [wi, wj] = [(ci + cells) % cells, (cj + cells) % cells]
      const away = Math.hypot(ci + 0.15 + 0.7 * hash(wi, wj, seed) - x, cj + 0.15 + 0.7 * hash(wi, wj, seed + 1) - y)
      if (away < first) [first, second] = [away, first]
      else if (away < second) second = away
    }
    const crease = Math.min((second - first) * 2.6, 1)
    const cloud = noise((px / size) * 5, (py / size) * 5, 5, seed) - 0.5
    const height = 0.75 * crease ** 0.6 + 0.25 * (1 - first)
    const light = 255 * (0.9 + 0.08 * crease + 0.05 * cloud)
    return { height, colour: [light, light, light], roughness: 0.62 + 0.3 * (1 - crease) }
  })
}
