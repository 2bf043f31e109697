import { ellipsoid, intersection, limb, union, type Field } from './body/field.js'
import { felt } from './fabrics/felt.js'
import { rgb, weave } from './fabrics/weave.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin } from './model/form.js'
import { lathe, merged, rounded } from './model/lathe.js'
import { sheet, type Vector } from './model/sheet.js'
import { bandProfile, sweep } from './model/sweep.js'

// Heights are in metres above the bottom of the wooden block on which the head stands.
const BRIM_Y = 0.33
/** Half axes of the head's oval where the hat sits. */
const [HALF_WIDTH, HALF_DEPTH] = [0.083, 0.101]

const head: Field = intersection(
  union(
    union(ellipsoid([0, 0.3, 0], [0.074, 0.105, 0.092]), ellipsoid([0, 0.25, 0.03], [0.054, 0.08, 0.06]), 0.05),
    limb([0, 0.2, -0.015], 0.046, [0, 0.02, -0.025], 0.056),
    0.04,
  ),
  (_x, y) => 0.03 - y,
  0.01,
)

/** The crown from the band (v = 0) upwards. It is a narrowing oval with a teardrop crease and two pinches in front. */
function crown(u: number, v: number): Vector {
  const angle = 2 * Math.PI * u
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const up = Math.min(v / 0.62, 1)
  const over = Math.max(0, (v - 0.62) / 0.38)
  const narrow = (1 - 0.1 * up ** 1.5) * Math.cos((over * Math.PI) / 2) ** 0.72
  const [x, z] = [HALF_WIDTH * narrow * sin, HALF_DEPTH * narrow * cos]
  const crease = Math.exp(-((x / 0.026) ** 2) - ((z - 0.01) / 0.085) ** 4)
  const pinch = Math.exp(-(((Math.abs(x) - 0.055) / 0.024) ** 2) - ((z - 0.062) / 0.035) ** 2) * up ** 2
  const y =
    BRIM_Y +
    0.1 * up ** 0.92 +
    0.016 * Math.sin((over * Math.PI) / 2) -
    0.03 * crease * over ** 0.7 +
    0.006 * (z / 0.1) * up
  return [x * (1 - 0.24 * pinch), y - 0.008 * pinch, z * (1 - 0.05 * pinch)]
}

/** The brim from the band outwards. It dips in front, rises at the sides, and has a slight wave. */
function brim(u: number, v: number): Vector {
  const angle = -2 * Math.PI * u
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const reach = 0.128 * v
  const curl =
    0.016 * v * v * Math.cos(2 * angle + Math.PI) - 0.014 * v ** 1.5 * cos + 0.008 * v * v * Math.sin(3 * angle + 0.8)
  const root = 0.006 * Math.max(0, 1 - v * 9) ** 2
  return [(HALF_WIDTH + reach) * sin, BRIM_Y + root - 0.012 * v + curl, (HALF_DEPTH + reach) * cos]
}

export async function build(): Promise<Uint8Array> {
  const nap = await felt()
  const ribbon = await weave({
    bind: ['10', '10', '01', '01'],
    threads: 96,
    warp: [rgb('#ffffff')],
    weft: [rgb('#e0e0e0')],
    slub: 0.05,
    depth: 0.6,
  })
  const wool = (colour: Hex, sheen: Hex): Look => ({
    fabric: nap,
    colour,
    roughness: 1,
    relief: 0.6,
    sheen: { colour: sheen, roughness: 0.55 },
  })
  const grosgrain = (colour: Hex): Look => ({ fabric: ribbon, colour, roughness: 0.75, relief: 0.8 })
  const felts = { tile: 0.12, thickness: 0.0026 }
  const upper = sheet({ at: crown, across: 128, along: 64, width: 0.58, height: 0.2, ...felts })
  const lower = sheet({ at: brim, across: 160, along: 24, width: 0.9, height: 0.13, ...felts })
  const around = (y: number, off: number) =>
    Array.from({ length: 128 }, (_, i) => {
      const [x, , z] = crown(i / 128, (y / 0.1) * 0.62)
      const length = Math.hypot(x, z)
      return {
        at: [x * (1 + off / length), BRIM_Y + y, z * (1 + off / length)] as Vector,
        up: [x / length, 0, z / length] as Vector,
      }
    })
  const band = sweep(around(0.018, 0), bandProfile(0.03, 0.0016), 0.06, true)
  const bow = [-1, 1].map((lean) =>
    sheet({
      at: (u, v) => [
        HALF_WIDTH + 0.001 + 0.006 * Math.sin(Math.PI * v) ** 0.6,
        BRIM_Y + 0.018 + (u - 0.5) * (0.014 + 0.016 * v),
        0.004 - lean * 0.036 * v,
      ],
      across: 8,
      along: 16,
      width: 0.03,
      height: 0.04,
      tile: 0.06,
      thickness: 0.0015,
    }),
  )
  const knot = sweep(
    [-0.016, -0.008, 0, 0.008, 0.016].map((y) => ({
      at: [HALF_WIDTH + 0.0035, BRIM_Y + 0.018 + y, 0.004] as Vector,
      up: [1, 0, 0] as Vector,
    })),
    bandProfile(0.012, 0.0055),
    0.06,
  )
  const block = lathe(
    [
      ...rounded([
        [0.05, 0.036],
        [0.07, 0.032],
        [0.078, 0.024],
        [0.08, 0.008],
      ]),
      [0.08, 0],
      [0, 0],
    ],
    0,
    -0.028,
    64,
  )
  return glbOf({
    name: 'Wide-brim hat',
    colourways: ['Camel', 'Noir', 'Olive'],
    parts: [
      {
        name: 'Felt',
        mesh: merged([upper, lower]),
        looks: [wool('#a9794c', '#5c4630'), wool('#24221f', '#3a3733'), wool('#5b5a3c', '#45452e')],
      },
      {
        name: 'Ribbon',
        mesh: merged([band, ...bow, knot]),
        looks: [grosgrain('#2a1d17'), grosgrain('#7a6a55'), grosgrain('#1f1c17')],
      },
      await linenSkin(head, 0.03, 0.42, 0.006),
      {
        name: 'Wood',
        mesh: block,
        looks: [{ colour: '#6b4a33', roughness: 0.42, clearcoat: { strength: 0.35, roughness: 0.25 } }],
      },
    ],
  })
}
