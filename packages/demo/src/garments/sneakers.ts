import type { Mesh } from './body/surface.js'
import { felt } from './fabrics/felt.js'
import { leather } from './fabrics/leather.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { merged } from './model/lathe.js'
import { stitches } from './model/on-cloth.js'
import { cross, minus, plus, scale, sheet, type Vector } from './model/sheet.js'
import { bandProfile, cordProfile, sweep, unit, type Step } from './model/sweep.js'

const LENGTH = 0.282

/** Outline of a left foot's last, `grow` metres larger on each side. Angle 0 is the toe, a quarter turn the outside. */
function outline(angle: number, grow = 0): [x: number, z: number] {
  const along = Math.cos(angle)
  const z = LENGTH / 2 + (LENGTH / 2 + grow) * along
  const s = z / LENGTH
  const outer = 0.033 + 0.02 * Math.sin(Math.min(Math.max((s - 0.1) / 0.9, 0), 1) * Math.PI) + 0.006 * s
  const inner = 0.032 + 0.012 * Math.sin(Math.min(Math.max((s - 0.3) / 0.7, 0), 1) * Math.PI) + 0.002 * s
  const across = Math.sin(angle)
  const side = across > 0 ? outer : inner
  // The toe leans inwards.
  return [Math.sign(across) * Math.abs(across) ** 0.8 * (side + grow) - 0.012 * Math.max(0, s - 0.55) ** 1.5, z]
}

/** Metres from the heel to the opening's back, to the border between ankle and laces, and to the laces' end. */
const [BACK, ANKLE, THROAT] = [0.016, 0.085, 0.188]

/** Edge of the opening: wide and low at the ankle, then a narrow throat that falls towards the toe. */
function opening(angle: number): Vector {
  const z = BACK + ((THROAT - BACK) / 2) * (1 + Math.cos(angle))
  const width = 0.03 - 0.017 * Math.min(1, Math.max(0, z - 0.075) * 13)
  const x = Math.sign(Math.sin(angle)) * Math.abs(Math.sin(angle)) ** 0.62 * width
  return [x, edgeHeight(z), z]
}

function edgeHeight(z: number): number {
  if (z >= ANKLE) return 0.098 - 0.026 * ((z - ANKLE) / (THROAT - ANKLE))
  const back = (ANKLE - z) / (ANKLE - BACK)
  return 0.098 - 0.01 * back - 0.026 * Math.sin(Math.PI * back)
}

/** The upper, from the sole (v = 0) to the opening (v = 1). */
function upper(u: number, v: number): Vector {
  const angle = 2 * Math.PI * u
  const [x0, z0] = outline(angle, -0.003)
  const top = opening(angle)
  const toe = Math.max(0, Math.cos(angle))
  const low: Vector = [x0, 0.02, z0]
  // The leather rises before it turns over. It is lower at the toe and upright at the heel.
  const rise: Vector = [
    x0 * (1.05 - 0.1 * toe),
    0.058 - 0.004 * toe + 0.022 * (1 - toe) * 0.6,
    z0 - 0.004 * Math.sign(z0 - 0.1) * toe,
  ]
  const bend: Vector = [
    top[0] * 1.35 + x0 * 0.12,
    Math.min(top[1] + 0.002, 0.066 + 0.03 * (1 - toe)),
    top[2] + (z0 - top[2]) * 0.42,
  ]
  const w = 1 - v
  return plus(
    plus(scale(low, w ** 3), scale(rise, 3 * w * w * v)),
    plus(scale(bend, 3 * w * v * v), scale(top, v ** 3)),
  )
}

const onUpper = (u: number, v: number, off: number): Vector => {
  const e = 1e-3
  const n = unit(cross(minus(upper(u + e, v), upper(u - e, v)), minus(upper(u, v + e), upper(u, v - e))))
  return plus(upper(u, v), scale(n, off))
}

/** A second layer of leather between two angles (fractions of a turn) and two heights (0: sole, 1: opening). */
function overlay(
  from: number,
  to: number,
  low: (t: number) => number,
  high: (t: number) => number,
  off = 0.0016,
): { mesh: Mesh; edges: Mesh } {
  const at = (u: number, v: number) => {
    const a = from + (to - from) * u
    return onUpper(a, low(u) + (high(u) - low(u)) * v, off)
  }
  const mesh = sheet({
    at,
    across: 48,
    along: 16,
    width: Math.abs(to - from) * 0.66,
    height: 0.06,
    tile: 0.1,
    thickness: 0.0018,
  })
  const on = (x: number, y: number): Step => {
    const a = from + (to - from) * x
    const v = low(x) + (high(x) - low(x)) * y
    return { at: onUpper(a, v, off), up: unit(minus(onUpper(a, v, 0.01), onUpper(a, v, 0))) }
  }
  const k = 1 / (Math.abs(to - from) * 0.66)
  const edges = stitches(
    on,
    Array.from({ length: 25 }, (_, i) => [0.03 + (0.94 * i) / 24, 0.95] as const),
    { length: 0.0026 * k, gap: 0.0014 * k, width: 0.0006 * k, lift: 0.0002, height: 0.0005 },
  )
  return { mesh, edges }
}

function sole(): Mesh {
  const profile: [grow: number, y: number][] = [
    [-0.004, 0],
    [0.003, 0.002],
    [0.0055, 0.008],
    [0.0045, 0.018],
    [0.0035, 0.026],
    [0.001, 0.0285],
    [-0.006, 0.0285],
  ]
  const at = (u: number, v: number): Vector => {
    const s = Math.min(v, 0.9999) * (profile.length - 1)
    const i = Math.floor(s)
    const [p, q] = [profile[i]!, profile[i + 1]!]
    const [x, z] = outline(2 * Math.PI * u, p[0] + (q[0] - p[0]) * (s - i))
    const spring = 0.012 * Math.max(0, z / LENGTH - 0.78) ** 1.5 * 6
    return [x, p[1] + (q[1] - p[1]) * (s - i) + spring * 0.35, z]
  }
  const wall = sheet({ at, across: 128, along: 24, width: 0.68, height: 0.045, tile: 0.1 })
  const bottom = sheet({
    at: (u, v) => {
      const [x, y, z] = at(1 - u, 0)
      return [x * v, y, LENGTH / 2 + (z - LENGTH / 2) * v]
    },
    across: 128,
    along: 2,
    width: 0.3,
    height: 0.1,
    tile: 0.1,
  })
  return merged([wall, bottom])
}

/** Places of one side's eyelets as fractions of a turn around the opening. The other side mirrors them. */
const eyeletPlaces = [0.085, 0.137, 0.177, 0.213, 0.246]
const eyelet = (turn: number, off: number) => onUpper(turn, 0.86, off)

function laces(): Mesh {
  return merged(
    eyeletPlaces.map((turn) => {
      // Each lace ends 1 mm below the leather's surface at two opposite eyelets.
      const [left, right] = [eyelet(turn, -0.001), eyelet(1 - turn, -0.001)]
      const rise = Math.max(tongueHeight(left[2]) + 0.0012 - left[1], 0.002)
      const path = Array.from({ length: 13 }, (_, k): Step => {
        const t = k / 12
        const arch = Math.sin(Math.PI * t) ** 0.6
        const across = plus(scale(left, 1 - t), scale(right, t))
        return { at: plus(across, [0, rise * arch, 0]), up: unit([(0.5 - t) * -1.2, 1, 0.3]) }
      })
      return sweep(path, bandProfile(0.0075, 0.0018), 0.03)
    }),
  )
}

function eyelets(): Mesh {
  return merged(
    eyeletPlaces
      .flatMap((turn) => [turn, 1 - turn])
      .map((turn) => {
        const middle = eyelet(turn, 0.0018)
        const up = unit(minus(eyelet(turn, 0.01), eyelet(turn, 0)))
        const side = unit(cross(up, [0, 0, 1]))
        const fore = cross(side, up)
        const ring = Array.from({ length: 14 }, (_, i): Step => {
          const angle = (i / 14) * 2 * Math.PI
          const way = plus(scale(side, Math.cos(angle)), scale(fore, Math.sin(angle)))
          return { at: plus(middle, scale(way, 0.0046)), up }
        })
        return sweep(ring, cordProfile(0.0009, 5), 0.01, true)
      }),
  )
}

/** Height in metres of the tongue's upper side along its centre line. Near its end, the tongue curls up to 5 mm above it. */
const tongueHeight = (z: number) => 0.117 - 0.39 * (z - 0.068)

/** The tongue lies below the laces and extends 4 cm beyond the top lace. Beside the laces, leather covers its edges. */
function tongue(): Mesh {
  return sheet({
    at: (u, v) => {
      const across = (0.5 - u) * 2
      const corner = Math.max(0, 0.12 - v) ** 2 * across ** 4
      const z = 0.068 + 0.122 * v
      const y = tongueHeight(z) - 0.012 * across ** 2 + 0.005 * Math.exp(-v * 14)
      return [across * (0.027 - 0.005 * v), y - corner, z + corner * 1.2]
    },
    across: 20,
    along: 28,
    width: 0.05,
    height: 0.13,
    tile: 0.1,
    thickness: 0.004,
  })
}

/** Mirrors a mesh for the other foot and reverses its triangles, so that they still face outwards. */
function mirrored(mesh: Mesh): Mesh {
  const flip = (values: Float32Array<ArrayBuffer>) => values.map((value, i) => (i % 3 === 0 ? -value : value))
  return {
    ...mesh,
    positions: flip(mesh.positions),
    normals: flip(mesh.normals),
    indices: mesh.indices.map((_, i) => mesh.indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!),
  }
}

function stood(mesh: Mesh, turn: number, x: number, z: number): Mesh {
  const [s, c] = [Math.sin(turn), Math.cos(turn)]
  const rotate = (values: Float32Array<ArrayBuffer>, dx: number, dz: number) =>
    values.map((value, i) =>
      i % 3 === 0 ? value * c + values[i + 2]! * s + dx : i % 3 === 2 ? value * c - values[i - 2]! * s + dz : value,
    )
  return { ...mesh, positions: rotate(mesh.positions, x, z), normals: rotate(mesh.normals, 0, 0) }
}

export async function build(): Promise<Uint8Array> {
  const vamp = sheet({ at: upper, across: 112, along: 26, width: 0.66, height: 0.12, tile: 0.1, thickness: 0.003 })
  const heel = overlay(
    0.405,
    0.595,
    () => 0.02,
    (t) => 0.8 - 0.25 * Math.abs(2 * t - 1) ** 2,
  )
  const toe = overlay(
    -0.105,
    0.105,
    () => 0.02,
    (t) => 0.5 - 0.34 * Math.abs(2 * t - 1) ** 2.2,
  )
  const sides = [0.2, -0.2].map((middle) =>
    overlay(
      middle - 0.028,
      middle + 0.028,
      () => 0.02,
      (t) => 0.9 - 0.06 * Math.abs(2 * t - 1),
    ),
  )
  const collar = sweep(
    Array.from({ length: 96 }, (_, i): Step => ({
      at: upper(i / 96, 1),
      up: unit(minus(upper(i / 96, 1), upper(i / 96, 0.9))),
    })),
    cordProfile(0.0032, 10),
    0.05,
    true,
  )
  const pair = (...meshes: Mesh[]) => {
    const one = merged(meshes)
    return merged([stood(one, -1.0, 0.08, 0.06), stood(mirrored(one), -1.22, -0.02, -0.07)])
  }
  const [hide, nap] = [await leather({ cells: 64 }), await felt({ seed: 12 })]
  const skin = (colour: Hex): Look => ({ fabric: hide, colour, roughness: 0.85, relief: 0.3, doubleSided: true })
  const suede = (colour: Hex): Look => ({
    fabric: nap,
    colour,
    roughness: 1,
    relief: 0.5,
    sheen: { colour: '#3a3a36', roughness: 0.6 },
  })
  return glbOf({
    name: 'Sneakers',
    colourways: ['Ecru and pine', 'White and rust', 'Black and sand'],
    parts: [
      { name: 'Upper', mesh: pair(vamp, tongue(), collar), looks: [skin('#e2d9c8'), skin('#e9e7e2'), skin('#2a2928')] },
      {
        name: 'Suede',
        mesh: pair(heel.mesh, toe.mesh, ...sides.map(({ mesh }) => mesh)),
        looks: [suede('#3f5a48'), suede('#9a4f33'), suede('#b39a76')],
      },
      {
        name: 'Sole',
        mesh: pair(sole()),
        looks: [
          { colour: '#b98a58', roughness: 0.62 },
          { colour: '#e6e0d4', roughness: 0.6 },
          { colour: '#b98a58', roughness: 0.62 },
        ],
      },
      { name: 'Laces', mesh: pair(laces()), looks: [{ colour: '#efe9dd', roughness: 0.9 }] },
      { name: 'Eyelets', mesh: pair(eyelets()), looks: [{ colour: '#b59a68', roughness: 0.35, metalness: 1 }] },
      {
        name: 'Thread',
        mesh: pair(heel.edges, toe.edges, ...sides.map(({ edges }) => edges)),
        looks: [{ colour: '#d9d0bd', roughness: 0.8 }],
      },
    ],
  })
}
