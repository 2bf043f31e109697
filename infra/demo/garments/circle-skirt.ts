import { bodyOf } from './body/body.js'
import { sectionAt } from './body/field.js'
import { womanForm, womanSections } from './body/woman.js'
import type { Flat, Piece } from './cloth/pattern.js'
import { tailor } from './cloth/tailor.js'
import { rgb, twill, weave } from './fabrics/weave.js'
import { glbOf } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { shellOf, skinOf } from './model/shell.js'

const WAIST_Y = 1.066
const [, HALF_WIDTH, HALF_DEPTH, FORWARD] = sectionAt(womanSections, WAIST_Y)
const WAIST = 2 * Math.PI * Math.sqrt((HALF_WIDTH ** 2 + HALF_DEPTH ** 2) / 2) + 0.03
const INNER = WAIST / (2 * Math.PI)
const LENGTH = 0.64
const FOLDS = 11

/** Half of the circle: `side` 1 is the front, -1 the back. */
function half(name: string, side: 1 | -1): Piece {
  const arc = (radius: number, from: number, to: number, steps: number): Flat[] =>
    Array.from({ length: steps + 1 }, (_, i) => {
      const angle = from + ((to - from) * i) / steps
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    })
  const outer = INNER + LENGTH
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
      // About as many folds as the hem has in the end, none like the other: the fall only has to shape them.
      const fold =
        Math.min(away / LENGTH, 1) *
        (0.075 * Math.sin(FOLDS * angle) + 0.03 * Math.sin(5 * angle + 1) + 0.02 * Math.sin(3 * angle))
      const out = 0.004 + 0.42 * away + fold
      return [
        Math.cos(angle) * (HALF_WIDTH + out),
        WAIST_Y - 0.8 * away,
        FORWARD + Math.sin(angle) * (HALF_DEPTH + out),
      ]
    },
  }
}

export async function build(): Promise<Uint8Array> {
  const body = bodyOf(womanForm, [-0.24, 0.75, -0.2], [0.24, 1.2, 0.22])
  const cloth = tailor({
    pieces: [half('front', 1), half('back', -1)],
    seams: [
      { a: 'front.right', b: 'back.left' },
      { a: 'front.left', b: 'back.right' },
    ],
    stuff: { weight: 0.22, bending: 2.2e-5, shear: 25, clearance: 0.004, friction: 0.4 },
    body,
    pins: ['front.waist', 'back.waist'],
    spacing: 0.022,
    falls: [{ seconds: 2, rate: 600, drag: 3, apart: 0.014 }],
    finish: { seconds: 0.35, rate: 800, drag: 6, apart: 0.007 },
  })
  const fabric = await weave({
    bind: twill,
    threads: 128,
    warp: [rgb('#ffffff')],
    weft: [rgb('#e9e4e4')],
    slub: 0.35,
    depth: 0.5,
    size: 1024,
  })
  const look = { fabric, roughness: 0.9, sheen: { colour: '#6b5650', roughness: 0.5 }, doubleSided: true } as const
  return glbOf({
    name: 'Circle skirt',
    colourways: ['Terracotta', 'Ink', 'Sage'],
    parts: [
      {
        name: 'Skirt',
        mesh: shellOf(cloth, skinOf(cloth), { tile: 0.12, thickness: 0.002, hem: 0.03 }),
        looks: [
          { ...look, colour: '#8f3f2c' },
          { ...look, colour: '#232b40' },
          { ...look, colour: '#8b9a7b' },
        ],
      },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.16 }),
    ],
  })
}
