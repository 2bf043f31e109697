import { bodyOf } from './body/body.js'
import { womanForm } from './body/woman.js'
import type { Piece } from './cloth/pattern.js'
import { tailor } from './cloth/tailor.js'
import { knit } from './fabrics/knit.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { merged } from './model/lathe.js'
import { onCloth } from './model/on-cloth.js'
import { shellOf, skinOf } from './model/shell.js'
import type { Vector } from './model/sheet.js'
import { cordProfile, sweep, type Step } from './model/sweep.js'

const HALF_LENGTH = 0.83
const WIDTH = 0.25

/** Centre line of one half, from the nape past the side of the neck and down the chest. The other half mirrors it. */
const waypoints: readonly (readonly [s: number, x: number, y: number, z: number, ease: number])[] = [
  [0, 0, 1.49, -0.105, 0],
  [0.1, 0.095, 1.475, -0.06, 0.1],
  [0.19, 0.105, 1.465, 0.045, 0.3],
  [0.28, 0.095, 1.4, 0.11, 0.6],
  [0.42, 0.1, 1.27, 0.155, 0.9],
  [0.95, 0.115, 0.74, 0.18, 1],
]

function place(x: number, y: number): Vector {
  const s = Math.abs(y + 0.07)
  let i = 0
  while (i < waypoints.length - 2 && waypoints[i + 1]![0] < s) i++
  const [p, q] = [waypoints[i]!, waypoints[i + 1]!]
  const t = Math.min(1.2, (s - p[0]) / (q[0] - p[0]))
  const at = (k: 1 | 2 | 3 | 4) => p[k] + (q[k] - p[k]) * t
  // The scarf is gathered at the neck in three folds and spreads over the chest.
  const fold = x / WIDTH
  const open = Math.min(at(4), 1)
  const width = 0.07 + 0.1 * open
  const ripple = Math.sin(fold * Math.PI * 5) * (0.03 - 0.012 * open)
  const side = Math.sign(y + 0.07) || 1
  const stand = (1 - open) * fold * 0.085
  return [
    side * (at(1) - fold * width * open + (1 - open) * (s > 0.05 ? ripple : 0)),
    at(2) + stand,
    at(3) + (open > 0.4 ? ripple : s < 0.08 ? -ripple : 0),
  ]
}

export async function build(): Promise<Uint8Array> {
  const [w, l] = [WIDTH / 2, HALF_LENGTH]
  const strip: Piece = {
    name: 'scarf',
    edges: {
      end: [
        [-w, -l],
        [w, -l],
      ],
      right: [
        [w, -l],
        [w, l],
      ],
      start: [
        [w, l],
        [-w, l],
      ],
      left: [
        [-w, l],
        [-w, -l],
      ],
    },
    place,
  }
  const cloth = tailor({
    pieces: [strip],
    seams: [],
    stuff: { weight: 0.45, bending: 9e-5, shear: 18, clearance: 0.006, friction: 0.8 },
    body: bodyOf(womanForm, [-0.26, 0.7, -0.24], [0.26, 1.6, 0.26]),
    pins: [],
    spacing: 0.02,
    falls: [
      { seconds: 0.3, rate: 600, gravity: 2, drag: 14, friction: 0.2, apart: 0.012 },
      { seconds: 1.1, rate: 600, drag: 4, apart: 0.013 },
    ],
    finish: { seconds: 0.3, rate: 800, drag: 6, apart: 0.0065 },
  })
  const skin = skinOf(cloth)
  const on = onCloth(cloth, skin, 'scarf')
  const fringe = [-1, 1].flatMap((end) =>
    Array.from({ length: 26 }, (_, i) => {
      const x = -w + 0.006 + ((WIDTH - 0.012) * i) / 25
      const { at, up } = on(x, end * (l - 0.004))
      const swing = 0.004 * Math.sin(i * 2.3 + end)
      const way: Step[] = [0, 0.02, 0.045, 0.075].map((d) => ({
        at: [at[0] + swing * d * 20, at[1] - d, at[2] + swing * d * 12],
        up,
      }))
      return sweep(way, cordProfile(0.0024, 6), 0.02)
    }),
  )
  const yarn = await knit({ columns: 20, rows: 26, rib: 2, size: 512 })
  const wool = (colour: Hex, sheen: Hex): Look => ({
    fabric: yarn,
    colour,
    roughness: 1,
    relief: 1.2,
    sheen: { colour: sheen, roughness: 0.6 },
    doubleSided: true,
  })
  const looks = [wool('#c8863f', '#6b4a2a'), wool('#8f9aa0', '#50585c'), wool('#7c3b45', '#5a3038')]
  return glbOf({
    name: 'Scarf',
    colourways: ['Saffron', 'Fog', 'Mulberry'],
    parts: [
      { name: 'Scarf', mesh: shellOf(cloth, skin, { tile: 0.13, thickness: 0.004, hem: 0.03 }), looks },
      { name: 'Fringe', mesh: merged(fringe), looks },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.5 }),
    ],
  })
}
