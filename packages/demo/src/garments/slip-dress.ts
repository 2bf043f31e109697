import { aroundTrunk, ontoBody, pathOver } from './body/around.js'
import { bodyOf } from './body/body.js'
import { womanForm, womanSections } from './body/woman.js'
import type { Flat, Piece } from './cloth/pattern.js'
import { tailor } from './cloth/tailor.js'
import { rgb, satin, weave } from './fabrics/weave.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { merged } from './model/lathe.js'
import { shellOf, skinOf } from './model/shell.js'
import { cordProfile, sweep } from './model/sweep.js'

const side = (bust: number): Flat[] => [
  [0.6, 0.5],
  [0.42, 0.7],
  [0.262, 0.885],
  [0.198, 1.07],
  [bust, 1.285],
]
const mirror = (points: readonly Flat[]): Flat[] => points.map(([x, y]): Flat => [-x, y]).reverse()
const body = bodyOf(womanForm, [-0.24, 0.75, -0.2], [0.24, 1.6, 0.22])
const shoulder = (x: number, y: number, z: number) => ontoBody(body, [x, y, z], 0.005).at
/** Places where the straps hold the front and the back, on the wearer's left. */
const FRONT = shoulder(0.092, 1.345, 0.08)
const BACK = shoulder(0.085, 1.26, -0.1)

/** The neck edge is longer than the distance between the straps, so it falls into a cowl. */
function front(): Piece {
  const right = side(0.224)
  const place = aroundTrunk(womanSections, right, 0.03, 1, 7)
  return {
    name: 'front',
    grain: 45,
    edges: {
      hem: [
        [-0.6, 0.5],
        [-0.3, 0.415],
        [0, 0.385],
        [0.3, 0.415],
        [0.6, 0.5],
      ],
      right,
      armRight: [
        [0.224, 1.285],
        [0.19, 1.33],
        [0.16, 1.39],
      ],
      neck: [
        [0.16, 1.39],
        [0.08, 1.425],
        [0, 1.44],
        [-0.08, 1.425],
        [-0.16, 1.39],
      ],
      armLeft: [
        [-0.16, 1.39],
        [-0.19, 1.33],
        [-0.224, 1.285],
      ],
      left: mirror(right),
    },
    place(x, y) {
      if (Math.abs(y - 1.39) < 1e-6 && Math.abs(x) > 0.159) return [Math.sign(x) * FRONT[0], FRONT[1], FRONT[2]]
      const [px, py, pz] = place(x, y)
      // The excess cloth at the neck already sags forward and down when the simulation starts.
      const sag = Math.max(0, y - 1.3) * Math.max(0, 1 - (x / 0.16) ** 2)
      return [px * (1 - 1.5 * Math.max(0, y - 1.3)), py - 0.9 * sag, pz + 0.25 * sag]
    },
  }
}

function back(): Piece {
  const right = side(0.212)
  const place = aroundTrunk(womanSections, right, 0.03, -1, 7)
  return {
    name: 'back',
    grain: 45,
    edges: {
      hem: [
        [-0.6, 0.5],
        [-0.3, 0.415],
        [0, 0.385],
        [0.3, 0.415],
        [0.6, 0.5],
      ],
      right,
      topRight: [
        [0.212, 1.285],
        [0.15, 1.255],
        [0.086, 1.25],
      ],
      top: [
        [0.086, 1.25],
        [0, 1.235],
        [-0.086, 1.25],
      ],
      topLeft: [
        [-0.086, 1.25],
        [-0.15, 1.255],
        [-0.212, 1.285],
      ],
      left: mirror(right),
    },
    place(x, y) {
      if (y > 1.2499 && Math.abs(Math.abs(x) - 0.086) < 1e-6) return [-Math.sign(x) * BACK[0], BACK[1], BACK[2]]
      return place(x, y)
    },
  }
}

export async function build(): Promise<Uint8Array> {
  const cloth = tailor({
    pieces: [front(), back()],
    seams: [
      { a: 'front.right', b: 'back.left' },
      { a: 'front.left', b: 'back.right' },
    ],
    stuff: { weight: 0.1, bending: 3e-6, shear: 8, clearance: 0.004, friction: 0.25 },
    body,
    pins: ['front.neck:first', 'front.neck:last', 'back.top:first', 'back.top:last'],
    spacing: 0.02,
    falls: [
      { seconds: 0.4, rate: 600, gravity: 1, drag: 12 },
      { seconds: 1.6, rate: 600, drag: 3, apart: 0.012 },
    ],
    finish: { seconds: 0.4, rate: 900, drag: 6, apart: 0.006 },
  })
  const fabric = await weave({
    bind: satin,
    threads: 160,
    warp: [rgb('#ffffff')],
    weft: [rgb('#f1eeee')],
    slub: 0.15,
    depth: 0.18,
    roughness: 0.75,
    size: 1024,
  })
  const look = (colour: Hex, sheen: Hex): Look => ({
    fabric,
    colour,
    roughness: 0.62,
    relief: 0.2,
    sheen: { colour: sheen, roughness: 0.45 },
    // The dress is cut on the bias, but its UVs are not turned. The woven threads follow the UVs, so `turn` is 0.
    satin: { strength: 0.6, turn: 0 },
    doubleSided: true,
  })
  const looks = [look('#5d1a2b', '#5a3038'), look('#cdb8a0', '#40362a'), look('#1c1d22', '#3c3d48')]
  const strap = (sign: 1 | -1) =>
    sweep(
      pathOver(
        body,
        [
          [sign * FRONT[0], FRONT[1], FRONT[2]],
          [sign * 0.1, 1.45, -0.02],
          [sign * BACK[0], BACK[1], BACK[2]],
        ],
        0.001,
        24,
      ),
      cordProfile(0.0022),
      0.1,
    )
  return glbOf({
    name: 'Slip dress',
    colourways: ['Bordeaux', 'Champagne', 'Noir'],
    parts: [
      { name: 'Dress', mesh: shellOf(cloth, skinOf(cloth, 8), { tile: 0.1, thickness: 0.0012, hem: 0.02 }), looks },
      { name: 'Straps', mesh: merged([strap(1), strap(-1)]), looks },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.2 }),
    ],
  })
}
