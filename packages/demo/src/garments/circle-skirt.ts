import { circleSkirt } from './circle-cut.js'
import { womanForm } from './body/woman.js'
import { rgb, twill, weave } from './fabrics/weave.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { shellOf, skinOf } from './model/shell.js'

export async function build(): Promise<Uint8Array> {
  const { cloth, band } = circleSkirt({
    length: 0.64,
    folds: 11,
    stuff: { weight: 0.22, bending: 2.2e-5, shear: 25, clearance: 0.004, friction: 0.4 },
  })
  const fabric = await weave({
    bind: twill,
    threads: 128,
    warp: [rgb('#ffffff')],
    weft: [rgb('#e9e4e4')],
    slub: 0.35,
    depth: 0.5,
    size: 768,
  })
  const look = (colour: Hex): Look => ({
    fabric,
    colour,
    roughness: 0.95,
    sheen: { colour: '#4a3a34', roughness: 0.5 },
    doubleSided: true,
  })
  const looks = [look('#a04a34'), look('#2b3348'), look('#8b9a7b')]
  return glbOf({
    name: 'Circle skirt',
    colourways: ['Terracotta', 'Ink', 'Sage'],
    parts: [
      { name: 'Skirt', mesh: shellOf(cloth, skinOf(cloth), { tile: 0.12, thickness: 0.002, hem: 0.03 }), looks },
      { name: 'Waistband', mesh: band, looks },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.22 }),
    ],
  })
}
