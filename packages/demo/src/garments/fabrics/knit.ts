import type { Fabric } from '../model/document.js'
import { mapsOf } from './maps.js'
import { hash, noise } from './noise.js'

/** Stocking stitch: columns of Vs, each V of two leaning strands. It is grey, because the look sets the colour. */
export function knit({
  columns = 24,
  rows = 32,
  rib = 0,
  size = 512,
  seed = 6,
}: { columns?: number; rows?: number; rib?: number; size?: number; seed?: number } = {}): Promise<Fabric> {
  return mapsOf(size, 2.6, (px, py) => {
    const [u, v] = [(px / size) * columns, (py / size) * rows]
    const column = Math.floor(u)
    const across = u - column - 0.5
    // The strands lean outwards towards the top.
    const along = v + Math.abs(across) * 1.5
    const row = Math.floor(along)
    const within = along - row - 0.5
    const strand = Math.abs(across) - 0.25
    const round = Math.sqrt(Math.max(0, 1 - (within / 0.52) ** 2 * 0.9 - (strand / 0.3) ** 2 * 0.8))
    const twist = 0.5 + 0.5 * Math.sin((across * 3 + along) * 9)
    const fuzz = noise((px / size) * 128, (py / size) * 128, 128, seed) - 0.5
    const ribbed = rib > 0 && Math.floor(column / rib) % 2 === 1 ? 0.55 : 1
    const height = (round * 0.85 + 0.1 * twist * round + 0.1 * fuzz) * ribbed
    const light = 0.5 + 0.46 * height + 0.07 * (hash(column, ((row % rows) + rows) % rows, seed) - 0.5) + 0.06 * fuzz
    return { height, colour: [255 * light, 255 * light, 255 * light], roughness: 0.95 }
  })
}
