import type { Fabric, Hex } from '../model/document.js'
import { rgb, weave } from './weave.js'

/** Each indigo warp passes over three ecru wefts, then under one. `fade` mixes ecru into the warps, as if washed. */
export function denim({
  warp = '#1a2542',
  fade = 0.1,
  seed = 2,
}: {
  warp?: Hex
  fade?: number
  seed?: number
}): Promise<Fabric> {
  const [indigo, ecru] = [rgb(warp), rgb('#8d95a6')]
  // Indigo yarns differ in how much dye they hold.
  const yarns = Array.from({ length: 16 }, (_, i) => {
    const share = fade * (0.25 + (0.5 * ((i * 7) % 16)) / 16)
    return [0, 1, 2].map((k) => indigo[k]! + (ecru[k]! - indigo[k]!) * share) as [number, number, number]
  })
  return weave({
    bind: ['1110', '1101', '1011', '0111'],
    threads: 112,
    warp: yarns,
    weft: [ecru],
    slub: 0.8,
    depth: 0.7,
    roughness: 0.92,
    size: 768,
    seed,
  })
}
