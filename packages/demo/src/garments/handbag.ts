import { leather } from './fabrics/leather.js'
import { button } from './model/button.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { lathe, merged } from './model/lathe.js'
import { stitches } from './model/on-cloth.js'
import { cross, minus, sheet, type Vector } from './model/sheet.js'
import { cordProfile, sweep, unit, type Step } from './model/sweep.js'

const HEIGHT = 0.19

/** Half width and half depth in metres, at a fraction of the height. */
const size = (v: number): [number, number] => [
  0.142 - 0.02 * v - 0.006 * Math.sin(Math.PI * v),
  0.056 - 0.018 * v ** 1.5 + 0.004 * Math.sin(Math.PI * v),
]

/** Returns the point at an angle on the outline of a rounded box, seen from above. */
function outline(angle: number, [a, b]: readonly [number, number], power = 0.28): [number, number] {
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  return [a * Math.sign(s) * Math.abs(s) ** power, b * Math.sign(c) * Math.abs(c) ** power]
}

const STEPS = 2_000
/** Angle of a step around the outline. Straight sides get more steps, because they span only a sliver of the angle. */
const angleOf = (step: number): number => {
  const quarter = Math.floor((4 * step) / STEPS)
  const t = (4 * step) / STEPS - quarter
  return (Math.PI / 2) * (quarter + t ** 3.6 / (t ** 3.6 + (1 - t) ** 3.6))
}
/** Metres around the outline up to each step, at half the bag's height. */
const lengths = new Float64Array(STEPS + 1)
for (let step = 1; step <= STEPS; step++) {
  const [[x0, z0], [x1, z1]] = [outline(angleOf(step - 1), size(0.5)), outline(angleOf(step), size(0.5))]
  lengths[step] = lengths[step - 1]! + Math.hypot(x1 - x0, z1 - z0)
}

/** Returns the angle at the fraction `u` of the outline's length, which keeps the leather's texture unstretched. */
function angleAt(u: number): number {
  const turns = Math.floor(u)
  const wanted = (u - turns) * lengths[STEPS]!
  const step = Math.min(
    Math.max(
      lengths.findIndex((length) => length > wanted),
      1,
    ),
    STEPS,
  )
  const part = (wanted - lengths[step - 1]!) / (lengths[step]! - lengths[step - 1]!)
  return 2 * Math.PI * turns + angleOf(step - 1 + Math.min(part, 1))
}

function wall(u: number, v: number): Vector {
  const rounded = Math.min(1, (v * HEIGHT) / 0.012)
  const inset = 0.01 * (1 - Math.sqrt(1 - (1 - rounded) ** 2))
  const [a, b] = size(v)
  const [x, z] = outline(angleAt(u), [a - inset, b - inset])
  return [x, v * HEIGHT, z]
}

/** The flap runs from behind over the top and down the front. Its lower edge is slightly curved. */
function flap(u: number, v: number): Vector {
  const across = (u - 0.5) * 2
  const [a, b] = size(1)
  const long = 0.128 - 0.03 * Math.abs(across) ** 2.4
  const over = 2 * b + 0.012
  const behind = over / 3
  // Mesh rows lie on both folds (v = 1/8 and v = 1/2), because a fold between two rows would be shaded wrongly.
  const s = v < 0.5 ? 2 * v * (behind + over) : behind + over + (2 * v - 1) * long
  const out = 0.0045
  const width = (a + 0.003) * (1 + (0.045 * Math.max(0, s - behind - over)) / 0.1)
  const x = -across * width
  const bow = 0.006 * (1 - across ** 2)
  if (s < behind) return [x, HEIGHT + 0.0045 - (behind - s), -b - out]
  const t = Math.min((s - behind) / over, 1)
  const arch = Math.sin(Math.PI * t)
  if (s < behind + over) return [x, HEIGHT + 0.0045 + arch * (0.008 + bow), -Math.cos(Math.PI * t) * (b + out)]
  const down = s - behind - over
  const [, depth] = size(1 - down / HEIGHT)
  return [x, HEIGHT + 0.0045 - down, depth + out + 0.004 * Math.sin(Math.min(down / long, 1) * Math.PI)]
}

const onFlap = (x: number, y: number): Step => {
  const e = 1e-3
  const at = flap(x, y)
  return {
    at,
    up: unit(cross(minus(flap(x + e, y), flap(x - e, y)), minus(flap(x, Math.min(y + e, 1)), flap(x, y - e)))),
  }
}

function ring(x: number): Step[] {
  return Array.from({ length: 24 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 24
    return {
      at: [x, HEIGHT + 0.024 + 0.013 * Math.sin(angle), 0.013 * Math.cos(angle)] as Vector,
      up: [0, Math.sin(angle), Math.cos(angle)] as Vector,
    }
  })
}

export async function build(): Promise<Uint8Array> {
  const tile = 0.12
  const body = sheet({ at: wall, across: 160, along: 30, width: 0.72, height: HEIGHT, tile })
  const base = sheet({
    at: (u, v) => {
      const [x, , z] = wall(1 - u, 0)
      return [x * v, 0.0005, z * v]
    },
    across: 160,
    along: 2,
    width: 0.3,
    height: 0.1,
    tile,
  })
  const cover = sheet({ at: flap, across: 64, along: 64, width: 0.27, height: 0.255, tile, thickness: 0.003 })
  const handle = Array.from({ length: 41 }, (_, i): Step => {
    const angle = Math.PI * (i / 40)
    return {
      at: [-0.078 * Math.cos(angle), HEIGHT + 0.034 + 0.1 * Math.sin(angle) ** 0.8, 0],
      up: [-Math.cos(angle), Math.sin(angle), 0],
    }
  })
  const grip = sweep(handle, cordProfile(0.0068, 14), tile)
  const seam = (v: number) =>
    Array.from({ length: 160 }, (_, i): Step => {
      const [x, y, z] = wall(i / 160, v)
      return { at: [x, y, z], up: unit([x * 0.2, 0, z]) }
    })
  const piping = sweep(seam(0.055), cordProfile(0.0022, 8), tile, true)
  const edge = (inset: number) =>
    stitches(
      onFlap,
      Array.from({ length: 41 }, (_, i) => {
        const u = 0.03 + (0.94 * i) / 40
        return [u, 1 - inset - 0.02 * Math.abs(2 * u - 1) ** 6] as const
      }),
      { length: 0.013, gap: 0.006, width: 0.0042, lift: 0.0003, height: 0.0008 },
    )
  const clasp = onFlap(0.5, 0.93)
  const lock = button(clasp, { radius: 0.013, height: 0.006 })
  const knob = lathe(
    [
      [0, 0.0115],
      [0.004, 0.0111],
      [0.0055, 0.0095],
      [0.0055, 0.003],
    ],
    clasp.at[0],
    0,
    20,
  )
  const upright = {
    ...knob,
    positions: knob.positions.map((value, i) =>
      i % 3 === 0 ? value : i % 3 === 1 ? clasp.at[1] + knob.positions[i + 1]! : clasp.at[2] + knob.positions[i - 1]!,
    ),
    normals: knob.normals.map((value, i) =>
      i % 3 === 0 ? value : i % 3 === 1 ? knob.normals[i + 1]! : knob.normals[i - 1]!,
    ),
    indices: knob.indices.map((_, i) => knob.indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!),
  }
  const rings = [-0.078, 0.078].map((x) => sweep(ring(x), cordProfile(0.0022, 8), tile, true))
  const feet = [
    [-0.11, -0.035],
    [0.11, -0.035],
    [-0.11, 0.035],
    [0.11, 0.035],
  ].map(([x, z]) =>
    lathe(
      [
        [0.006, 0.001],
        [0.006, -0.004],
        [0, -0.005],
      ],
      x,
      z,
      16,
    ),
  )

  const hide = await leather()
  const look = (colour: Hex): Look => ({
    fabric: hide,
    colour,
    roughness: 0.72,
    relief: 0.55,
    clearcoat: { strength: 0.35, roughness: 0.32 },
  })
  const brass: Look = { colour: '#c8a566', roughness: 0.24, metalness: 1 }
  return glbOf({
    name: 'Handbag',
    colourways: ['Oxblood', 'Cognac', 'Bottle green'],
    parts: [
      {
        name: 'Leather',
        mesh: merged([body, base, cover, grip, piping]),
        looks: [look('#5a1f22'), look('#93562e'), look('#25423a')],
      },
      { name: 'Thread', mesh: edge(0.03), looks: [{ colour: '#c9a68a', roughness: 0.7 }] },
      { name: 'Metal', mesh: merged([lock, upright, ...rings, ...feet]), looks: [brass] },
    ],
  })
}
