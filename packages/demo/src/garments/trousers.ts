import { bodyOf } from './body/body.js'
import { sectionAt } from './body/field.js'
import { womanLower, womanSections } from './body/woman.js'
import type { Flat, Piece } from './cloth/pattern.js'
import { tailor } from './cloth/tailor.js'
import { denim } from './fabrics/denim.js'
import { button } from './model/button.js'
import { glbOf } from './model/document.js'
import { cap, linenSkin } from './model/form.js'
import { lineAlong } from './model/collar.js'
import { merged } from './model/lathe.js'
import { applique, onCloth, stitches, type OnCloth } from './model/on-cloth.js'
import { shellOf, skinOf } from './model/shell.js'
import { bandProfile, sweep, unit } from './model/sweep.js'

const WAIST_Y = 1.052
/** The hem is just above the floor, because hems that touched the floor folded into spikes. */
const HEM = 0.07
const FLOOR = 0.062

interface Half {
  waist: number
  out: readonly Flat[]
  rise: readonly Flat[]
  inseam: readonly Flat[]
}
const frontPanel: Half = {
  waist: 0.178,
  out: [
    [0.245, HEM],
    [0.245, 0.5],
    [0.243, 0.86],
    [0.228, 0.95],
    [0.178, WAIST_Y],
  ],
  rise: [
    [0, WAIST_Y],
    [0, 0.9],
    [-0.012, 0.835],
    [-0.052, 0.797],
  ],
  inseam: [
    [-0.052, 0.797],
    [-0.045, 0.5],
    [-0.045, HEM],
  ],
}
const backPanel: Half = {
  waist: 0.186,
  out: [
    [0.262, HEM],
    [0.262, 0.5],
    [0.252, 0.86],
    [0.236, 0.95],
    [0.186, WAIST_Y],
  ],
  rise: [
    [0.004, WAIST_Y + 0.02],
    [-0.012, 0.93],
    [-0.036, 0.85],
    [-0.098, 0.793],
  ],
  inseam: [
    [-0.098, 0.793],
    [-0.07, 0.5],
    [-0.065, HEM],
  ],
}

/** One of the four pieces. `facing` 1 is a front. `leg` 1 is the wearer's left leg. */
function piece(name: string, { out, rise, inseam }: Half, facing: 1 | -1, leg: 1 | -1): Piece {
  const place = (x: number, y: number): readonly [number, number, number] => {
    const [inner, outer] = [xAt(y > 0.8 ? rise : inseam, y), xAt(out, y)]
    const s = (x - inner) / (outer - inner)
    // This is the position around the leg, from the leg's inside to its outside.
    const radius = (outer - inner) / Math.PI
    const turn = (s - 0.5) * Math.PI
    const onLeg = [0.088 + radius * Math.sin(turn), 0.0 + facing * (0.01 + radius * Math.cos(turn))]
    // This is the position around the trunk, from the trunk's middle to its side.
    const [, a, b, forward] = sectionAt(womanSections, Math.max(y, 0.85))
    const angle = Math.max(s, 0) * (Math.PI / 2)
    const off = 0.012
    const onTrunk = [(a + off) * Math.sin(angle), forward + facing * (b + off) * Math.cos(angle)]
    const high = Math.min(Math.max((y - 0.78) / 0.12, 0), 1)
    const mix = high * high * (3 - 2 * high)
    return [leg * (onLeg[0]! + (onTrunk[0]! - onLeg[0]!) * mix), y, onLeg[1]! + (onTrunk[1]! - onLeg[1]!) * mix]
  }
  const flip = facing === leg ? 1 : -1
  const hem: Flat[] = [inseam.at(-1)!, out[0]!]
  const waist: Flat[] = [out.at(-1)!, rise[0]!]
  const edges = { hem, out, waist, rise, inseam }
  const turned = ([x, y]: Flat): Flat => [flip * x, y]
  return {
    name,
    place: (x, y) => place(flip * x, y),
    edges:
      flip === 1
        ? edges
        : Object.fromEntries(
            Object.entries(edges)
              .reverse()
              .map(([edge, points]) => [edge, [...points].reverse().map(turned)]),
          ),
  }
}

function xAt(points: readonly Flat[], y: number): number {
  const rising = [...points].sort((p, q) => p[1] - q[1])
  let i = 0
  while (i < rising.length - 2 && rising[i + 1]![1] < y) i++
  const [p, q] = [rising[i]!, rising[i + 1]!]
  return p[0] + (q[0] - p[0]) * Math.min(Math.max((y - p[1]) / (q[1] - p[1] || 1), 0), 1)
}

export async function build(): Promise<Uint8Array> {
  const body = bodyOf((x, y, z) => Math.min(womanLower(x, y, z), y - FLOOR), [-0.24, 0.03, -0.2], [0.24, 1.16, 0.2])
  const cloth = tailor({
    pieces: [
      piece('frontL', frontPanel, 1, 1),
      piece('frontR', frontPanel, 1, -1),
      piece('backL', backPanel, -1, 1),
      piece('backR', backPanel, -1, -1),
    ],
    seams: [
      { a: 'frontL.out', b: 'backL.out' },
      { a: 'frontR.out', b: 'backR.out' },
      { a: 'frontL.inseam', b: 'backL.inseam' },
      { a: 'frontR.inseam', b: 'backR.inseam' },
      { a: 'frontL.rise', b: 'frontR.rise' },
      { a: 'backL.rise', b: 'backR.rise' },
    ],
    stuff: { weight: 0.38, bending: 6e-5, shear: 200, clearance: 0.006, friction: 0.35 },
    body,
    pins: ['frontL.waist', 'frontR.waist', 'backL.waist', 'backR.waist'],
    spacing: 0.022,
    falls: [
      { seconds: 0.4, rate: 600, gravity: 2, drag: 12, friction: 0.02 },
      { seconds: 1, rate: 600, drag: 4, friction: 0.1, apart: 0.013 },
    ],
    finish: { seconds: 0.3, rate: 800, drag: 6, apart: 0.0065 },
    smoothing: 6,
  })
  const skin = skinOf(cloth)
  const tile = 0.09
  const on = (name: string): OnCloth => onCloth(cloth, skin, name)
  const waist = lineAlong(cloth, skin, ['frontR.waist', 'frontL.waist', 'backL.waist', 'backR.waist'], 96).slice(0, -1)
  const band = waist.map(([x, y, z]) => ({ at: [x, y + 0.012, z] as const, up: unit([x, 0, z]) }))
  const waistband = sweep(band, bandProfile(0.042, 0.004), tile, true)
  const loops = [-150, -90, -32, 32, 90, 150].map((degrees) => {
    const at = ([x, , z]: readonly number[]) => Math.atan2(x!, z!) - (degrees / 180) * Math.PI
    const near = (p: readonly number[]) => Math.abs(Math.atan2(Math.sin(at(p)), Math.cos(at(p))))
    const [x, y, z] = waist.reduce((best, p) => (near(p) < near(best) ? p : best))
    const up = unit([x, 0, z])
    const path = [-0.011, -0.008, 0, 0.012, 0.024, 0.03, 0.033].map((height, i, { length }) => {
      const off = i === 0 || i === length - 1 ? 0.0005 : 0.0038
      return { at: [x + up[0] * off, y + height, z + up[2] * off] as const, up }
    })
    return sweep(path, bandProfile(0.011, 0.002), tile)
  })
  const threads = [] as ReturnType<typeof stitches>[]
  const layers = [waistband, ...loops]
  for (const [leg, mirror] of [
    ['L', 1],
    ['R', -1],
  ] as const) {
    const back = on(`back${leg}`)
    const front = on(`front${leg}`)
    const b = (points: Flat[]): Flat[] => points.map(([x, y]): Flat => [-mirror * x, y])
    const f = (points: Flat[]): Flat[] => points.map(([x, y]): Flat => [mirror * x, y])
    const pocket: Flat[] = [
      [0.045, 0.965],
      [0.045, 0.86],
      [0.105, 0.838],
      [0.165, 0.86],
      [0.165, 0.965],
    ]
    const ring = mirror === 1 ? b(pocket) : b([...pocket].reverse())
    layers.push(applique(back, { outline: ring.map((p, i) => [p, ring[(i + 1) % ring.length]!]), lift: 0.002, tile }))
    for (const inset of [0.004, 0.009])
      threads.push(
        stitches(
          back,
          b([
            [0.045 + inset, 0.963],
            [0.045 + inset, 0.86 + inset],
            [0.105, 0.838 + inset],
            [0.165 - inset, 0.86 + inset],
            [0.165 - inset, 0.963],
          ]),
          { lift: 0.0026 },
        ),
      )
    for (const inset of [0.004, 0.009]) {
      threads.push(
        stitches(
          front,
          f([
            [0.1 + inset, WAIST_Y - 0.012],
            [0.125 + inset, 0.985 - inset],
            [0.16, 0.955 - inset],
            [0.222, 0.945 - inset],
          ]),
        ),
      )
      threads.push(stitches(front, f(frontPanel.out.slice(0, -1).map(([x, y]): Flat => [x - inset, y]))))
    }
    threads.push(
      stitches(
        front,
        f([
          [-0.04, HEM + 0.02],
          [0.24, HEM + 0.02],
        ]),
      ),
      stitches(
        back,
        b([
          [-0.06, HEM + 0.02],
          [0.257, HEM + 0.02],
        ]),
      ),
    )
  }
  const fly = on('frontL')
  for (const inset of [0.036, 0.041])
    threads.push(
      stitches(fly, [
        [inset, WAIST_Y - 0.01],
        [inset, 0.93],
        [inset * 0.7, 0.895],
        [0.002, 0.88],
      ]),
    )
  const closing = button(
    { at: [0.006, WAIST_Y + 0.008, waist[0]![2]], up: [0, 0, 1] },
    { radius: 0.009, height: 0.003 },
  )
  const raw = await denim({})
  const washed = await denim({ warp: '#5f7a9c', fade: 0.35, seed: 4 })
  const looks = [raw, washed].map(
    (fabric) => ({ fabric, colour: '#ffffff', roughness: 0.95, relief: 0.8, doubleSided: true }) as const,
  )
  return glbOf({
    name: 'Jeans',
    colourways: ['Raw indigo', 'Washed'],
    parts: [
      { name: 'Jeans', mesh: shellOf(cloth, skin, { tile, thickness: 0.002, hem: 0.025 }), looks },
      { name: 'Pockets', mesh: merged(layers), looks },
      { name: 'Thread', mesh: merged(threads), looks: [{ colour: '#a8702f', roughness: 0.7 }] },
      { name: 'Button', mesh: closing, looks: [{ colour: '#9a7a52', roughness: 0.35, metalness: 1 }] },
      // The form is 4 mm thinner, because its coarse mesh must not show through the cloth where the legs part.
      await linenSkin((x, y, z) => womanLower(x, y, z) + 0.004, 0.062, 1.13),
      cap(1.13, 0.124, 0.7),
    ],
  })
}
