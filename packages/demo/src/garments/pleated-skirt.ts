import { sectionAt } from './body/field.js'
import { womanForm, womanSections } from './body/woman.js'
import { rgb, satin, weave } from './fabrics/weave.js'
import { glbOf, type Hex, type Look } from './model/document.js'
import { linenSkin, stand } from './model/form.js'
import { sheet, type Vector } from './model/sheet.js'
import { bandProfile, sweep } from './model/sweep.js'
import { hash } from './fabrics/noise.js'

const WAIST_Y = 1.07
const LENGTH = 0.66
const PLEATS = 58

/** The skirt's shape without pleats, at an angle and a fraction of the length. It follows the hips, then hangs down. */
function hang(angle: number, down: number): { radius: [number, number]; forward: number } {
  const y = WAIST_Y - LENGTH * down
  // The transition below the hips is soft, because a line would show otherwise.
  const held = 0.9 + 0.03 * Math.log1p(Math.exp((y - 0.9) / 0.03))
  const [, a, b, forward] = sectionAt(womanSections, held)
  const flare = 0.008 + 0.085 * Math.max(0, down - 0.2) ** 1.25 + 0.012 * down * Math.sin(2 * angle + 0.6)
  // The seat reaches farther back than the trunk's section.
  const seat = 0.034 * Math.max(0, -Math.cos(angle)) * Math.exp(-(((y - 0.885) / 0.14) ** 2))
  return { radius: [a + flare + 0.4 * seat, b + flare + seat + 0.02 * Math.min(down * 4, 1)], forward }
}

/** Irregular pressed pleats: sharp ridges and valleys that open towards the hem. */
function pleated(u: number, v: number): Vector {
  const turn = u * PLEATS
  const number = ((Math.floor(turn) % PLEATS) + PLEATS) % PLEATS
  const within = turn - Math.floor(turn)
  // A knife pleat has a long and a short face.
  const lean = 0.68
  const wave = within < lean ? within / lean : (1 - within) / (1 - lean)
  const soft = wave - 0.06 * Math.sin(2 * Math.PI * wave)
  const own = (seed: number) =>
    hash(number, seed, 3) * (1 - within) + hash((number + 1) % PLEATS, seed, 3) * within - 0.5
  const depth = (0.0035 + 0.021 * v ** 0.85) * (1 + 0.5 * v * own(1))
  const sway = v * v * 0.6 * own(2) * ((2 * Math.PI) / PLEATS) + 0.03 * v * Math.sin(2 * Math.PI * u * 2 + 1)
  const angle = 2 * Math.PI * u + sway
  const { radius, forward } = hang(angle, v)
  const out = depth * (soft - 0.35)
  const y = WAIST_Y - LENGTH * v * (1 - 0.012 * soft * v) + 0.004 * v * Math.sin(3 * angle)
  return [(radius[0] + out) * Math.sin(-angle), y, forward + (radius[1] + out) * Math.cos(angle)]
}

export async function build(): Promise<Uint8Array> {
  const skirt = sheet({
    at: pleated,
    across: PLEATS * 8,
    along: 34,
    width: 3.4,
    height: LENGTH,
    tile: 0.14,
    thickness: 0,
  })
  const inside = sheet({
    at: (u, v) => pleated(u, 0.955 + 0.045 * v),
    across: PLEATS * 8,
    along: 1,
    width: 3.4,
    height: 0.03,
    tile: 0.14,
    thickness: 0.0012,
  })
  const waist = Array.from({ length: 96 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 96
    const { radius, forward } = hang(angle, 0)
    return {
      at: [
        (radius[0] + 0.001) * Math.sin(angle),
        WAIST_Y + 0.008,
        forward + (radius[1] + 0.001) * Math.cos(angle),
      ] as Vector,
      up: [Math.sin(angle), 0, Math.cos(angle)] as Vector,
    }
  })
  const band = sweep(waist, bandProfile(0.03, 0.0045), 0.14, true)
  const fabric = await weave({
    bind: satin,
    threads: 160,
    warp: [rgb('#ffffff')],
    weft: [rgb('#efefef')],
    slub: 0.15,
    depth: 0.2,
    roughness: 0.8,
    size: 512,
  })
  const look = (colour: Hex, sheen: Hex): Look => ({
    fabric,
    colour,
    roughness: 0.52,
    relief: 0.25,
    sheen: { colour: sheen, roughness: 0.35 },
    doubleSided: true,
  })
  const looks = [look('#2f5a4a', '#2b4a40'), look('#c9a27e', '#4b3a2a'), look('#3a3f63', '#34385a')]
  return glbOf({
    name: 'Pleated skirt',
    colourways: ['Emerald', 'Rose gold', 'Iris'],
    parts: [
      { name: 'Skirt', mesh: skirt, looks },
      { name: 'Hem', mesh: inside, looks },
      { name: 'Waistband', mesh: band, looks },
      await linenSkin(womanForm, 0.815, 1.535),
      ...stand({ capY: 1.535, underY: 0.83, floorY: 0.22 }),
    ],
  })
}
