import { womanUpper } from './body/woman.js'
import type { Flat } from './cloth/pattern.js'
import { rgb, twill, weave } from './fabrics/weave.js'
import { glbOf, type Fabric, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { tailored } from './tailoring.js'

const box = (x: number, y: number, width: number, height: number, slant = 0): Flat[][] => {
  const [a, b, c, d]: [Flat, Flat, Flat, Flat] = [
    [x, y],
    [x + width, y + slant],
    [x + width, y + slant + height],
    [x, y + height],
  ]
  return [
    [a, b],
    [b, c],
    [c, d],
    [d, a],
  ]
}

/** Houndstooth: a twill with four dark and four light threads each way. */
const houndstooth = (dark: `#${string}`, light: `#${string}`): Promise<Fabric> => {
  const threads = [...Array<string>(4).fill(dark), ...Array<string>(4).fill(light)].map((colour) =>
    rgb(colour as `#${string}`),
  )
  return weave({ bind: twill, threads: 96, warp: threads, weft: threads, slub: 0.5, depth: 0.5, size: 768 })
}

export async function build(): Promise<Uint8Array> {
  const { cloth, layers, buttons } = tailored({
    side: [
      [0.25, 0.755],
      [0.24, 0.88],
      [0.208, 1.07],
      [0.243, 1.235],
    ],
    armhole: [
      [0.243, 1.235],
      [0.198, 1.275],
      [0.186, 1.34],
      [0.2, 1.437],
    ],
    shoulderTip: [0.2, 1.437],
    overlap: 0.018,
    // The front is sewn closed down to the hem, because free edges parted by some millimetres and showed a slit.
    closed: [0.735, 1.075],
    sleeve: { halfWidth: 0.172, halfCuff: 0.122, cap: 0.142, length: 0.465 },
    lapel: { width: 0.088, peak: 1.372, gorge: 1.415 },
    collar: { stand: 0.028, fall: 0.04, points: 0.014 },
    off: 0.045,
    stuff: { weight: 0.3, bending: 5e-5, shear: 150, clearance: 0.007, friction: 0.5 },
    tile: 0.075,
    thickness: 0.0022,
    pockets: [
      { outline: box(0.075, 0.885, 0.125, 0.05, 0.006), lift: 0.0045 },
      { outline: box(0.085, 1.27, 0.085, 0.022, 0.01), lift: 0.004, only: 'right' },
    ],
    buttons: [
      [0.006, 1.055],
      [0.006, 0.95],
    ],
    buttonRadius: 0.0105,
    spacing: 0.022,
  })
  const wool = (fabric: Fabric): Look => ({
    fabric,
    colour: '#ffffff',
    roughness: 0.95,
    relief: 0.6,
    sheen: { colour: '#2c2a28', roughness: 0.6 },
    doubleSided: true,
  })
  const looks = [wool(await houndstooth('#26231f', '#d9cfbd')), wool(await houndstooth('#23304a', '#b9bfc9'))]
  return glbOf({
    name: 'Blazer',
    colourways: ['Black and cream', 'Navy and grey'],
    parts: [
      { name: 'Blazer', mesh: cloth, looks },
      { name: 'Lapels', mesh: layers, looks },
      {
        name: 'Buttons',
        mesh: buttons,
        looks: [{ colour: '#33241a', roughness: 0.3, clearcoat: { strength: 0.7, roughness: 0.15 } }],
      },
      await linenSkin(womanUpper, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.45 }),
    ],
  })
}
