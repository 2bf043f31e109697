import { bodyOf, type Body } from './body/body.js'
import { sectionAt } from './body/field.js'
import { womanForm, womanSections } from './body/woman.js'
import type { Flat, Piece } from './cloth/pattern.js'
import type { Stuff } from './cloth/rest.js'
import type { Cloth } from './cloth/sew.js'
import { tailor } from './cloth/tailor.js'
import type { Mesh } from './body/surface.js'
import { lineAlong } from './model/collar.js'
import { skinOf } from './model/shell.js'
import { bandProfile, sweep, unit } from './model/sweep.js'

const WAIST_Y = 1.066
const [, HALF_WIDTH, HALF_DEPTH, FORWARD] = sectionAt(womanSections, WAIST_Y)
const INNER = Math.sqrt((HALF_WIDTH ** 2 + HALF_DEPTH ** 2) / 2) + 0.005

/** Half of the circle. `side` 1 is the front, -1 the back. */
function half(name: string, side: 1 | -1, length: number, folds: number): Piece {
  const arc = (radius: number, from: number, to: number, steps: number): Flat[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = from + ((to - from) * i) / steps
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
  const outer = INNER + length
  return {
    name,
    edges: {
      hem: arc(outer, -Math.PI, 0, 48),
      right: [
        [outer, 0],
        [INNER, 0],
      ],
      waist: arc(INNER, 0, -Math.PI, 24),
      left: [
        [-INNER, 0],
        [-outer, 0],
      ],
    },
    place(x, y) {
      const radius = Math.hypot(x, y)
      const angle = Math.atan2(side * -y, side * x)
      const away = radius - INNER
      // The cloth starts with about as many irregular folds as the final hem has. The fall only shapes these folds.
      const wave = 0.075 * Math.sin(folds * angle) + 0.03 * Math.sin(5 * angle + 1) + 0.02 * Math.sin(3 * angle)
      const out = 0.004 + 0.42 * away + Math.min(away / length, 1) * wave
      return [
        Math.cos(angle) * (HALF_WIDTH + out),
        WAIST_Y - 0.8 * away,
        FORWARD + Math.sin(angle) * (HALF_DEPTH + out),
      ]
    },
  }
}

export interface CircleSkirt {
  /** Metres from the waist to the hem. */
  length: number
  folds: number
  stuff: Stuff
  spacing?: number
}

export function circleSkirt({ length, folds, stuff, spacing = 0.022 }: CircleSkirt): {
  cloth: Cloth
  body: Body
  pins: string[]
  band: Mesh
} {
  const body = bodyOf(womanForm, [-0.24, 0.75, -0.2], [0.24, 1.2, 0.22])
  const pins = ['front.waist', 'back.waist']
  const cloth = tailor({
    pieces: [half('front', 1, length, folds), half('back', -1, length, folds)],
    seams: [
      { a: 'front.right', b: 'back.left' },
      { a: 'front.left', b: 'back.right' },
    ],
    stuff,
    body,
    pins,
    spacing,
    falls: [{ seconds: 1.9, rate: 600, drag: 3, apart: spacing * 0.6 }],
    finish: { seconds: 0.3, rate: 800, drag: 6, apart: spacing * 0.3 },
  })
  const waist = lineAlong(cloth, skinOf(cloth), pins, 96).slice(0, -1)
  const path = waist.map(([x, y, z]) => ({ at: [x, y + 0.012, z] as const, up: unit([x, 0, z - FORWARD]) }))
  return { cloth, body, pins, band: sweep(path, bandProfile(0.034, 0.0045), 0.12, true) }
}
