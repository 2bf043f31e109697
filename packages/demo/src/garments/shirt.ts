import { aroundTrunk } from './body/around.js'
import { bodyOf } from './body/body.js'
import { womanArm, womanSections, womanUpper } from './body/woman.js'
import { bodice, held, openFront, sleeve, sleeveSeams, type HalfBodice } from './cloth/bodice.js'
import type { Flat } from './cloth/pattern.js'
import { tailor } from './cloth/tailor.js'
import { plain, rgb, weave } from './fabrics/weave.js'
import { collar, lineAlong } from './model/collar.js'
import { glbOf, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { merged } from './model/lathe.js'
import { applique, onCloth, stitches } from './model/on-cloth.js'
import { shellOf, skinOf } from './model/shell.js'
import { button } from './model/button.js'

const HEM = 0.7
const side: Flat[] = [
  [0.262, HEM + 0.055],
  [0.255, 1.0],
  [0.262, 1.225],
]
const armhole: Flat[] = [
  [0.262, 1.225],
  [0.215, 1.262],
  [0.2, 1.33],
  [0.208, 1.425],
]
const hem: Flat[] = [
  [0, HEM],
  [0.14, HEM + 0.005],
  [0.262, HEM + 0.055],
]
const front: HalfBodice = {
  hem,
  side,
  armhole,
  shoulder: [
    [0.208, 1.425],
    [0.078, 1.475],
  ],
  neck: [
    [0.078, 1.475],
    [0.066, 1.418],
    [0, 1.39],
  ],
}
const back: HalfBodice = {
  ...front,
  hem: hem.map(([x, y]): Flat => [x, y - 0.03 * (1 - x / 0.262)]),
  neck: [
    [0.078, 1.475],
    [0.045, 1.457],
    [0, 1.452],
  ],
}
const CLOSED = 1.3
const cuff = { halfWidth: 0.185, halfCuff: 0.118, cap: 0.13, length: 0.488 }

export async function build(): Promise<Uint8Array> {
  const body = bodyOf(womanUpper, [-0.36, 0.62, -0.22], [0.36, 1.6, 0.24])
  const neckPoint = (x: number) => ({ flat: [x, 1.475] as Flat, near: [x * 0.85, 1.5, -0.02] as const, off: 0.006 })
  const mirrored = { flat: [-0.078, 1.475] as Flat, near: [0.066, 1.5, -0.02] as const, off: 0.006 }
  const opened = openFront(
    front,
    [HEM, CLOSED],
    held(aroundTrunk(womanSections, side, 0.05, 1), body, [neckPoint(0.078), neckPoint(-0.078)]),
  )
  const cloth = tailor({
    pieces: [
      ...opened.pieces,
      bodice(
        'back',
        back,
        held(aroundTrunk(womanSections, side, 0.05, -1), body, [
          mirrored,
          { ...mirrored, flat: [0.078, 1.475], near: [-0.066, 1.5, -0.02] },
        ]),
      ),
      sleeve('sleeveL', 1, cuff, womanArm, 0.012),
      sleeve('sleeveR', -1, cuff, womanArm, 0.012),
    ],
    seams: [...opened.seams, ...sleeveSeams(['right.arm', 'left.arm'], ['back.armLeft', 'back.armRight'])],
    stuff: { weight: 0.13, bending: 1.2e-5, shear: 120, clearance: 0.005, friction: 0.5 },
    body,
    pins: ['back.neck:first', 'back.neck:last'],
    spacing: 0.022,
    falls: [
      { seconds: 0.4, rate: 600, gravity: 1, drag: 14, friction: 0.02 },
      { seconds: 1.1, rate: 600, drag: 4, friction: 0.1, apart: 0.013 },
    ],
    finish: { seconds: 0.35, rate: 800, drag: 6, apart: 0.0065 },
  })
  const skin = skinOf(cloth)
  const tile = 0.08
  const [right, left] = [onCloth(cloth, skin, 'right'), onCloth(cloth, skin, 'left')]
  const placket = applique(right, {
    outline: [
      [
        [-0.002, HEM + 0.002],
        [0.03, HEM + 0.002],
      ],
      [
        [0.03, HEM + 0.002],
        [0.03, 1.4],
      ],
      [
        [0.03, 1.4],
        [0.0, 1.388],
      ],
      [
        [0, 1.388],
        [-0.002, HEM + 0.002],
      ],
    ],
    lift: 0.0016,
    tile,
  })
  const pocket = applique(left, {
    outline: [
      [
        [-0.1, 1.17],
        [-0.045, 1.165],
      ],
      [
        [-0.045, 1.165],
        [-0.045, 1.285],
      ],
      [
        [-0.045, 1.285],
        [-0.15, 1.285],
      ],
      [
        [-0.15, 1.285],
        [-0.15, 1.165],
      ],
      [
        [-0.15, 1.165],
        [-0.1, 1.17],
      ],
    ],
    lift: 0.0014,
    tile,
  })
  const cuffs = ['sleeveL', 'sleeveR'].map((name) => {
    const on = onCloth(cloth, skin, name)
    const w = cuff.halfCuff
    return applique(on, {
      outline: [
        [
          [-w, -cuff.length],
          [w, -cuff.length],
        ],
        [
          [w, -cuff.length],
          [w + 0.008, -cuff.length + 0.065],
        ],
        [
          [w + 0.008, -cuff.length + 0.065],
          [-w - 0.008, -cuff.length + 0.065],
        ],
        [
          [-w - 0.008, -cuff.length + 0.065],
          [-w, -cuff.length],
        ],
      ],
      lift: 0.0018,
      tile,
    })
  })
  const neckline = lineAlong(cloth, skin, ['left.neck', 'back.neck', 'right.neck'], 48)
  const turned = collar(neckline, {
    stand: 0.03,
    fall: 0.046,
    points: 0.03,
    reach: 0.024,
    spread: 0.55,
    tile,
    thickness: 0.0018,
  })
  const lines: [typeof right, Flat[]][] = [
    [
      right,
      [
        [0.004, HEM + 0.004],
        [0.004, 1.385],
      ],
    ],
    [
      right,
      [
        [0.026, HEM + 0.004],
        [0.026, 1.395],
      ],
    ],
    [
      right,
      [
        [0.03, HEM + 0.012],
        [0.15, HEM + 0.017],
        [0.25, HEM + 0.06],
      ],
    ],
    [
      left,
      [
        [-0.03, HEM + 0.012],
        [-0.15, HEM + 0.017],
        [-0.25, HEM + 0.06],
      ],
    ],
    [
      left,
      [
        [-0.147, 1.283],
        [-0.147, 1.167],
        [-0.1, 1.173],
        [-0.048, 1.167],
        [-0.048, 1.283],
      ],
    ],
  ]
  const buttons = [0.78, 0.88, 0.98, 1.08, 1.18, 1.28, 1.375].map((y) =>
    button(right(0.015, y), { radius: 0.0055, height: 0.0022, lift: 0.0016 }),
  )

  const stripe = (colour: `#${string}`, seed: number) =>
    weave({
      bind: plain,
      threads: 120,
      warp: [
        ...Array<ReturnType<typeof rgb>>(14).fill(rgb('#f4f3ef')),
        ...Array<ReturnType<typeof rgb>>(16).fill(rgb(colour)),
      ],
      weft: [rgb('#f4f3ef')],
      slub: 0.2,
      depth: 0.3,
      seed,
    })
  const poplin = (fabric: Awaited<ReturnType<typeof stripe>>): Look => ({
    fabric,
    colour: '#ffffff',
    roughness: 0.9,
    relief: 0.35,
    doubleSided: true,
  })
  const looks = [poplin(await stripe('#4f6fa3', 1)), poplin(await stripe('#b06a50', 1))]
  return glbOf({
    name: 'Striped shirt',
    colourways: ['Blue stripe', 'Clay stripe'],
    parts: [
      { name: 'Shirt', mesh: shellOf(cloth, skin, { tile, thickness: 0.0012, hem: 0.03 }), looks },
      { name: 'Collar', mesh: merged([turned, placket, pocket, ...cuffs]), looks },
      {
        name: 'Thread',
        mesh: merged(lines.map(([on, line]) => stitches(on, line, { lift: 0.002 }))),
        looks: [{ colour: '#e6e4de', roughness: 0.8 }],
      },
      {
        name: 'Buttons',
        mesh: merged(buttons),
        looks: [{ colour: '#efe9dc', roughness: 0.25, clearcoat: { strength: 0.6, roughness: 0.15 } }],
      },
      await linenSkin(womanUpper, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.42 }),
    ],
  })
}
