import { aroundTrunk } from './body/around.js'
import { bodyOf } from './body/body.js'
import { womanArm, womanSections, womanUpper } from './body/woman.js'
import { bodice, held, openFront, sleeve, sleeveSeams, type HalfBodice, type SleeveCut } from './cloth/bodice.js'
import type { Flat } from './cloth/pattern.js'
import type { Stuff } from './cloth/rest.js'
import { tailor } from './cloth/tailor.js'
import type { Mesh } from './body/surface.js'
import { button } from './model/button.js'
import { collar, lineAlong } from './model/collar.js'
import { merged } from './model/lathe.js'
import { applique, onCloth, type OnCloth } from './model/on-cloth.js'
import { shellOf, skinOf } from './model/shell.js'

/** Parameters of a tailored jacket. Lengths are in metres, and heights are measured from the floor. */
export interface Cut {
  /** Side seam from the hem up to the underarm: half the width of the front and of the back at each height. */
  side: readonly Flat[]
  armhole: readonly Flat[]
  shoulderTip: Flat
  /** Metres by which each front extends beyond the middle of the body. */
  overlap: number
  /** Heights between which the jacket is buttoned. */
  closed: readonly [low: number, high: number]
  sleeve: SleeveCut
  lapel: { width: number; peak: number; gorge: number }
  collar: { stand: number; fall: number; points: number }
  off: number
  stuff: Stuff
  tile: number
  thickness: number
  /** Welts, flaps and patch pockets on both fronts or `only` one. Outlines are for the right; the left mirrors them. */
  pockets: readonly { outline: readonly (readonly Flat[])[]; lift: number; only?: 'right' | 'left' }[]
  /** Positions on the right front, which is the right one for the viewer. */
  buttons: readonly Flat[]
  buttonRadius: number
  spacing: number
}

export function tailored(cut: Cut): { cloth: Mesh; layers: Mesh; buttons: Mesh } {
  const body = bodyOf(womanUpper, [-0.36, 0.62, -0.22], [0.36, 1.6, 0.24])
  const hemY = cut.side[0]![1]
  const [neckX, neckY] = [0.08, 1.482]
  const half: HalfBodice = {
    hem: [[-cut.overlap, hemY - 0.012], [0.1, hemY - 0.008], cut.side[0]!],
    side: cut.side,
    armhole: cut.armhole,
    shoulder: [cut.shoulderTip, [neckX, neckY]],
    neck: [
      [neckX, neckY],
      [neckX - 0.006, cut.lapel.gorge],
    ],
  }
  const back: HalfBodice = {
    ...half,
    hem: [[0, hemY - 0.012], [0.1, hemY - 0.01], cut.side[0]!],
    neck: [
      [neckX, neckY],
      [0.045, neckY - 0.016],
      [0, neckY - 0.02],
    ],
  }
  const nape = (x: number, near: number) => ({
    flat: [x, neckY] as Flat,
    near: [near, 1.5, -0.02] as const,
    off: cut.stuff.clearance + 0.002,
  })
  const around = (facing: 1 | -1) => aroundTrunk(womanSections, cut.side, cut.off, facing)
  const fronts = openFront(half, cut.closed, held(around(1), body, [nape(neckX, 0.068)]))
  const cloth = tailor({
    pieces: [
      ...fronts.pieces,
      bodice('back', back, held(around(-1), body, [nape(neckX, -0.068), nape(-neckX, 0.068)])),
      sleeve('sleeveL', 1, cut.sleeve, womanArm, 0.012),
      sleeve('sleeveR', -1, cut.sleeve, womanArm, 0.012),
    ],
    seams: [...fronts.seams, ...sleeveSeams(['right.arm', 'left.arm'], ['back.armLeft', 'back.armRight'])],
    stuff: cut.stuff,
    body,
    pins: ['back.neck:first', 'back.neck:last'],
    spacing: cut.spacing,
    falls: [
      { seconds: 0.4, rate: 600, gravity: 1, drag: 14, friction: 0.02 },
      { seconds: 1, rate: 600, drag: 5, friction: 0.1, apart: cut.spacing * 0.6 },
    ],
    finish: { seconds: 0.3, rate: 800, drag: 6, apart: cut.spacing * 0.3 },
    stiffness: { right: 3, left: 3 },
  })
  const skin = skinOf(cloth)
  const on: Record<'right' | 'left', OnCloth> = {
    right: onCloth(cloth, skin, 'right'),
    left: onCloth(cloth, skin, 'left'),
  }
  const both = (side: 'right' | 'left', points: readonly (readonly Flat[])[]) =>
    side === 'right' ? points : points.map((edge) => edge.map(([x, y]): Flat => [-x, y]).reverse()).reverse()

  const button0 = cut.closed[1]
  const roll = (t: number): Flat => [
    neckX - 0.006 + (-cut.overlap - neckX + 0.006) * t,
    cut.lapel.gorge + (button0 - cut.lapel.gorge) * t,
  ]
  const { width, peak, gorge } = cut.lapel
  const tip: Flat = [roll((gorge - peak) / (gorge - button0))[0] + width, peak]
  const lapel: Flat[][] = [
    [roll(1), [roll(0.6)[0] + width * 0.42, roll(0.6)[1]], [tip[0] - 0.012, tip[1] - 0.07], tip],
    [tip, [neckX + 0.028, gorge + 0.012]],
    [[neckX + 0.028, gorge + 0.012], roll(0)],
    [roll(0), roll(1)],
  ]
  const rollLift = (x: number, y: number) => {
    const t = Math.min(Math.max((gorge - y) / (gorge - button0), 0), 1)
    const away = Math.abs(x) - Math.abs(roll(t)[0]) * Math.sign(roll(t)[0])
    return cut.thickness + 0.003 + 0.007 * Math.exp(-(((away - 0.012) / 0.016) ** 2)) * (1 - t * 0.6)
  }
  const layers: Mesh[] = []
  for (const side of ['right', 'left'] as const) {
    layers.push(
      applique(on[side], {
        outline: both(side, lapel),
        lift: rollLift,
        tile: cut.tile,
        turn: side === 'right' ? 24 : -24,
      }),
    )
    for (const { outline, lift, only } of cut.pockets)
      if (!only || only === side)
        layers.push(applique(on[side], { outline: both(side, outline), lift, tile: cut.tile }))
  }
  const neckline = lineAlong(cloth, skin, ['left.neck', 'back.neck', 'right.neck'], 40)
  layers.push(collar(neckline, { ...cut.collar, reach: 0.012, spread: 0.5, tile: cut.tile, thickness: cut.thickness }))
  const buttons = cut.buttons.map(([x, y]) =>
    button(on.right(x, y), { radius: cut.buttonRadius, height: 0.004, lift: 0.001 }),
  )
  for (const [name, sign] of [
    ['sleeveL', 1],
    ['sleeveR', -1],
  ] as const) {
    const sleeveOn = onCloth(cloth, skin, name)
    for (const up of [0.03, 0.05, 0.07])
      buttons.push(
        button(sleeveOn(sign * cut.sleeve.halfCuff * 0.72, up - cut.sleeve.length), {
          radius: cut.buttonRadius * 0.62,
          height: 0.003,
          lift: 0.0005,
        }),
      )
  }
  return {
    cloth: shellOf(cloth, skin, { tile: cut.tile, thickness: cut.thickness, hem: 0.03 }),
    layers: merged(layers),
    buttons: merged(buttons),
  }
}
