import type { Fabric } from '../model/document.js'
import { mapsOf } from './maps.js'
import { hash, noise } from './noise.js'

type Rgb = readonly [number, number, number]

export interface Weave {
  /** One row per weft thread. 1 means that the warp is on top. `threads` must be a multiple of the number of rows. */
  bind: readonly string[]
  /** Threads per side of the tile. */
  threads: number
  /** Colours of successive threads, repeated over the tile. The number of colours must divide `threads`. */
  warp: readonly Rgb[]
  weft: readonly Rgb[]
  /** Unevenness of the yarn, 0 to 1. */
  slub?: number
  /** Depth of the gaps between threads, 0 to 1. */
  depth?: number
  roughness?: number
  size?: number
  seed?: number
}

export const plain = ['10', '01']
export const twill = ['1100', '0110', '0011', '1001']
export const satin = ['11110', '11011', '01111', '11101', '10111']

export function weave({
  bind,
  threads,
  warp,
  weft,
  slub = 0.3,
  depth = 0.5,
  roughness = 0.85,
  size = 512,
  seed = 1,
}: Weave): Promise<Fabric> {
  // One thick or thin place per three threads. The number is whole, so that the tile has no seam.
  const slubs = Math.max(1, Math.round(threads / 3))
  return mapsOf(size, 2.2, (px, py) => {
    const [u, v] = [(px / size) * threads, (py / size) * threads]
    const [i, j] = [Math.floor(u), Math.floor(v)]
    const row = bind[j % bind.length]!
    const isWarp = row[i % row.length] === '1'
    const [across, number, along] = isWarp ? [u - i, i, v] : [v - j, j, u]
    const thread = isWarp ? warp[i % warp.length]! : weft[j % weft.length]!
    const kind = isWarp ? 0 : 1
    // `uneven` varies the thickness and brightness along a yarn. `yarn` varies the brightness between yarns.
    const uneven = noise((along / threads) * slubs, number, slubs, seed + kind, threads) - 0.5
    const yarn = hash(number, kind, seed + 9) - 0.5
    const width = 1 + slub * 0.5 * uneven
    const round = Math.sqrt(Math.max(0, 1 - (((across - 0.5) * 2 * 0.93) / width) ** 2))
    const bow = Math.sin(Math.PI * (isWarp ? v - j : u - i))
    const height = 0.75 * round + 0.25 * round * bow
    const cloud = noise((px / size) * 6, (py / size) * 6, 6, seed + 4) - 0.5
    const light = 1 - depth * 0.55 * (1 - height) + slub * (0.16 * uneven + 0.1 * yarn) + 0.05 * cloud
    return {
      height: height * 0.8 + slub * 0.2 * uneven,
      colour: [thread[0] * light, thread[1] * light, thread[2] * light],
      roughness: roughness + 0.12 * (1 - round),
    }
  })
}

export function rgb(hex: `#${string}`): Rgb {
  return [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16)) as [number, number, number]
}
