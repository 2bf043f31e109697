import type { Field } from '../body/field.js'
import { surfaceOf, type Mesh } from '../body/surface.js'
import { rgb, weave, plain } from '../fabrics/weave.js'
import type { Part } from './document.js'
import { lathe, merged, rounded } from './lathe.js'

/** Linen over wood: the form's own cloth, one tile is 8 cm. */
export const linen = () =>
  weave({
    bind: plain,
    threads: 64,
    warp: [rgb('#e6dccb')],
    weft: [rgb('#dccfba')],
    slub: 0.9,
    depth: 0.45,
    size: 512,
    seed: 5,
  })

const wood = { colour: '#6b4a33', roughness: 0.42, clearcoat: { strength: 0.35, roughness: 0.25 } } as const
const brass = { colour: '#b59a68', roughness: 0.32, metalness: 1 } as const

/** The linen skin of a form between two heights. */
export async function linenSkin(field: Field, low: number, high: number, cell = 0.011): Promise<Part> {
  const mesh = surfaceOf(field, [-0.36, low - 0.03, -0.2], [0.36, high + 0.03, 0.24], cell)
  return {
    name: 'Form',
    mesh: scaled(mesh, 1 / 0.08),
    looks: [{ fabric: await linen(), colour: '#ffffff', roughness: 0.95, relief: 0.7 }],
  }
}

/** A turned wooden cap on the neck, and a stand with a round foot under a form that ends at `underY`. */
export function stand({
  capY,
  underY,
  floorY,
  x = 0,
  z = -0.01,
  neck = 0.05,
}: {
  capY: number
  underY: number
  floorY: number
  x?: number
  z?: number
  neck?: number
}): Part[] {
  const cap = lathe(
    rounded([
      [0, capY + 0.062],
      [0.012, capY + 0.06],
      [0.017, capY + 0.048],
      [0.011, capY + 0.036],
      [0.018, capY + 0.028],
      [neck * 0.92, capY + 0.016],
      [neck, capY + 0.008],
      [neck, capY - 0.004],
    ]),
    x,
    z + 0.006,
  )
  const foot = lathe(
    [
      ...rounded([
        [0.014, floorY + 0.07],
        [0.02, floorY + 0.05],
        [0.06, floorY + 0.03],
        [0.13, floorY + 0.022],
        [0.148, floorY + 0.012],
        [0.148, floorY + 0.002],
      ]),
      [0.14, floorY],
      [0, floorY],
    ],
    x,
    z,
    64,
  )
  const pole = lathe(
    [
      [0.0125, underY + 0.05],
      [0.0125, floorY + 0.03],
    ],
    x,
    z,
    24,
  )
  const collar = lathe(
    rounded([
      [0.013, underY - 0.03],
      [0.022, underY - 0.036],
      [0.022, underY - 0.052],
      [0.013, underY - 0.06],
    ]),
    x,
    z,
    32,
  )
  return [
    { name: 'Wood', mesh: merged([cap, foot]), looks: [wood] },
    { name: 'Pole', mesh: merged([pole, collar]), looks: [brass] },
  ]
}

/** The mesh with its UVs counted in tiles. */
export function scaled(mesh: Mesh, factor: number): Mesh {
  return { ...mesh, uvs: mesh.uvs.map((value) => value * factor) }
}
