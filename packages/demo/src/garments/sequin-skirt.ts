import { womanForm } from './body/woman.js'
import { circleSkirt } from './circle-cut.js'
import { sequins } from './fabrics/sequins.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { shellOf, skinOf } from './model/shell.js'

export async function build(): Promise<Uint8Array> {
  const { cloth, band } = circleSkirt({
    length: 0.4,
    folds: 7,
    stuff: { weight: 0.5, bending: 9e-5, shear: 30, clearance: 0.005, friction: 0.4 },
    spacing: 0.024,
  })
  const fabric = await sequins()
  const look = (colour: Hex): Look => ({ fabric, colour, roughness: 1, doubleSided: true })
  const looks = [look('#d9b98c'), look('#3c4a78'), look('#c77f86')]
  return glbOf({
    name: 'Sequin skirt',
    colourways: ['Champagne', 'Midnight', 'Rose'],
    parts: [
      { name: 'Skirt', mesh: shellOf(cloth, skinOf(cloth), { tile: 0.1, thickness: 0.002, hem: 0.02 }), looks },
      { name: 'Waistband', mesh: band, looks: [{ colour: '#2b2723', roughness: 0.55 }] },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.34 }),
    ],
  })
}
