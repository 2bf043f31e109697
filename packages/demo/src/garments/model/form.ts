import type { Field } from '../body/field.js'
import { surfaceOf, type Mesh } from '../body/surface.js'
import { rgb, weave, plain } from '../fabrics/weave.js'
import type { Part } from './document.js'
import { lathe, merged, rounded } from './lathe.js'

/** Linen, the cloth of the form. One tile is 8 cm wide. */
const linen = () =>
  (woven ??= weave({
    bind: plain,
    threads: 64,
    warp: [rgb('#e6dccb')],
    weft: [rgb('#dccfba')],
    slub: 0.9,
    depth: 0.45,
    size: 512,
    seed: 5,
  }))
let woven: ReturnType<typeof weave> | undefined

// The wood is as rough as oiled wood, because a glossier foot reflected the light and looked white from behind.
const wood = { colour: '#6b4a33', roughness: 0.78 } as const
const brass = { colour: '#b59a68', roughness: 0.32, metalness: 1 } as const

export async function linenSkin(field: Field, low: number, high: number, cell = 0.011): Promise<Part> {
  const mesh = surfaceOf(field, [-0.36, low - 0.03, -0.2], [0.36, high + 0.03, 0.24], cell)
  return {
    name: 'Form',
    mesh: scaled(mesh, 1 / 0.08),
    looks: [{ fabric: await linen(), colour: '#ffffff', roughness: 0.95, relief: 0.7 }],
  }
}

/** A turned wooden cap on a form at the height `y`. `depth` is the ratio of the cap's depth to its width. */
export function cap(y: number, radius: number, depth = 1, x = 0, z = 0): Part {
  const knob = [
    [0, 0.062],
    [0.012, 0.06],
    [0.017, 0.048],
    [0.011, 0.036],
    [0.018, 0.028],
  ] as const
  const plate = [
    [radius * 0.92, 0.016],
    [radius, 0.008],
    [radius, -0.004],
  ] as const
  const above = ([r, up]: readonly [number, number]) => [r, y + up] as const
  const turned = merged([
    lathe(rounded(knob.map(above))),
    lathe(rounded([knob.at(-1)!, ...plate].map(above), 8), 0, 0, 64),
  ])
  // Only the plate should be oval. The knob becomes oval, too, but this does not show, because it is only 3.6 cm wide.
  const positions = turned.positions.map((value, i) =>
    i % 3 === 0 ? x + value : i % 3 === 2 ? z + value * depth : value,
  )
  return { name: 'Wood', mesh: { ...turned, positions }, looks: [wood] }
}

/** A neck cap, and a stand with a round foot under a form that ends at the height `underY`. */
export function stand({ capY, underY, floorY }: { capY: number; underY: number; floorY: number }): Part[] {
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
    0,
    BACK,
    64,
  )
  const pole = [
    [0.0125, underY + 0.05],
    [0.0125, floorY + 0.03],
  ] as const
  const ring = rounded([
    [0.013, underY - 0.03],
    [0.022, underY - 0.036],
    [0.022, underY - 0.052],
    [0.013, underY - 0.06],
  ])
  const neck = cap(capY, 0.05, 1, 0, BACK + 0.006)
  return [
    { ...neck, mesh: merged([neck.mesh, foot]) },
    { name: 'Pole', mesh: merged([lathe(pole, 0, BACK, 24), lathe(ring, 0, BACK, 32)]), looks: [brass] },
  ]
}

/** The pole stands 1 cm behind the axis, under the form's weight. */
const BACK = -0.01

/** Scales UVs from metres to fabric tiles. */
function scaled(mesh: Mesh, factor: number): Mesh {
  return { ...mesh, uvs: mesh.uvs.map((value) => value * factor) }
}
