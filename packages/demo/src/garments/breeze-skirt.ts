import { circleSkirt } from './circle-cut.js'
import { womanForm } from './body/woman.js'
import { drape } from './cloth/drape.js'
import { restOf } from './cloth/rest.js'
import { edgeOf } from './cloth/sew.js'
import { floral } from './fabrics/print.js'
import { glbOf, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { shellOf, skinOf } from './model/shell.js'

/** Number of captured shapes. The loop goes from the still skirt through these shapes and back to the still skirt. */
const SHAPES = 3

/** A light skirt in a breeze from the wearer's right. */
export async function build(): Promise<Uint8Array> {
  const stuff = { weight: 0.1, bending: 6e-6, shear: 20, clearance: 0.004, friction: 0.3 }
  const { cloth, body, pins, band } = circleSkirt({ length: 0.56, folds: 9, stuff, spacing: 0.03 })
  const shell = () => shellOf(cloth, skinOf(cloth), { tile: 0.34, thickness: 0.0012, hem: 0.015 })
  const still = shell()
  const rest = restOf(cloth, stuff)
  const pinned = new Set(pins.flatMap((pin) => edgeOf(cloth.edges, pin)).map((wedge) => cloth.particleOf[wedge]!))
  const morphs = Array.from({ length: SHAPES }, (_, shape) => {
    // The wind swells and fades, because the loop begins and ends with the still skirt.
    const strength = 9 * Math.sin((Math.PI * (shape + 1)) / (SHAPES + 1)) ** 1.2
    drape(cloth, rest, stuff, body, pinned, {
      seconds: 0.2,
      rate: 600,
      drag: 4,
      apart: 0.008,
      wind: (x, y, z) => {
        const gust =
          strength * Math.min(1, Math.max(0, 1.05 - y) * 2) * (0.75 + 0.35 * Math.sin(9 * x + 5 * z + 2.1 * shape))
        return [gust, 0.15 * gust, 0.35 * gust * Math.sin(3 * x + shape)]
      },
    })
    return shell()
  })
  const poppies = await floral({
    ground: '#f2ead9',
    petals: ['#c8553d', '#e08a6b', '#d9a441'],
    heart: '#3b2a20',
    leaf: '#5f7350',
    size: 768,
  })
  const night = await floral({
    ground: '#1d2433',
    petals: ['#d7c3a5', '#b9808a', '#7d93a8'],
    heart: '#e3b04b',
    leaf: '#4d6355',
    size: 768,
    seed: 5,
  })
  const looks = [poppies, night].map((fabric): Look => ({
    fabric,
    colour: '#ffffff',
    roughness: 0.92,
    relief: 0.3,
    doubleSided: true,
  }))
  return glbOf({
    name: 'Skirt in a breeze',
    colourways: ['Poppies', 'Night garden'],
    loopSeconds: 4,
    parts: [
      { name: 'Skirt', mesh: still, looks, morphs },
      { name: 'Waistband', mesh: band, looks },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.26 }),
    ],
  })
}
