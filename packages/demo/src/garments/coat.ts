import { womanUpper } from './body/woman.js'
import type { Flat } from './cloth/pattern.js'
import { felt } from './fabrics/felt.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { tailored } from './tailoring.js'

const patch = (x: number, y: number, width: number, height: number): Flat[][] => {
  const round = 0.02
  const points: Flat[] = [
    [x + round, y],
    [x + width - round, y],
    [x + width, y + round],
    [x + width, y + height],
    [x, y + height],
    [x, y + round],
  ]
  return points.map((point, i) => [point, points[(i + 1) % points.length]!])
}

export async function build(): Promise<Uint8Array> {
  const { cloth, layers, buttons } = tailored({
    side: [
      [0.345, 0.4],
      [0.305, 0.7],
      [0.282, 0.9],
      [0.262, 1.07],
      [0.272, 1.225],
    ],
    armhole: [
      [0.272, 1.225],
      [0.222, 1.265],
      [0.206, 1.335],
      [0.222, 1.44],
    ],
    shoulderTip: [0.222, 1.44],
    overlap: 0.02,
    closed: [0.72, 1.13],
    sleeve: { halfWidth: 0.198, halfCuff: 0.15, cap: 0.135, length: 0.5 },
    lapel: { width: 0.118, peak: 1.378, gorge: 1.42 },
    collar: { stand: 0.032, fall: 0.055, points: 0.02 },
    off: 0.07,
    stuff: { weight: 0.42, bending: 6e-5, shear: 120, clearance: 0.009, friction: 0.5 },
    tile: 0.22,
    thickness: 0.0035,
    pockets: [{ outline: patch(0.09, 0.8, 0.15, 0.17), lift: 0.005 }],
    buttons: [
      [0.05, 1.07],
      [0.05, 0.96],
      [0.05, 0.85],
      [-0.012, 1.07],
      [-0.012, 0.96],
      [-0.012, 0.85],
    ],
    buttonRadius: 0.0135,
    spacing: 0.026,
  })
  const nap = await felt({ size: 768, seed: 8, coarse: 1.4 })
  const wool = (colour: Hex, sheen: Hex): Look => ({
    fabric: nap,
    colour,
    roughness: 1,
    relief: 0.7,
    sheen: { colour: sheen, roughness: 0.5 },
    doubleSided: true,
  })
  const looks = [wool('#a98a66', '#3f3429'), wool('#3a3b40', '#3a3b42'), wool('#6f2f2c', '#54302c')]
  return glbOf({
    name: 'Coat',
    colourways: ['Camel', 'Charcoal', 'Brick'],
    parts: [
      { name: 'Coat', mesh: cloth, looks },
      { name: 'Lapels', mesh: layers, looks },
      {
        name: 'Buttons',
        mesh: buttons,
        looks: [{ colour: '#3a2618', roughness: 0.32, clearcoat: { strength: 0.7, roughness: 0.18 } }],
      },
      await linenSkin(womanUpper, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.24 }),
    ],
  })
}
