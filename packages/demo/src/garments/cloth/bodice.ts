import { ontoBody } from '../body/around.js'
import type { Body } from '../body/body.js'
import type { Flat, Piece } from './pattern.js'
import type { Seam } from './sew.js'

type Vector = readonly [number, number, number]
type Place = (x: number, y: number) => Vector

const mirror = (points: readonly Flat[]): Flat[] => points.map(([x, y]): Flat => [-x, y]).reverse()

/** The right half of a bodice piece, from the hem's middle around to the neck's middle. */
export interface HalfBodice {
  hem: readonly Flat[]
  side: readonly Flat[]
  armhole: readonly Flat[]
  shoulder: readonly Flat[]
  neck: readonly Flat[]
}

/** A whole front or back, mirrored from its right half. The right of a front is the wearer's left. */
export function bodice(name: string, half: HalfBodice, place: Place): Piece {
  return {
    name,
    place,
    edges: {
      hem: [...mirror(half.hem), ...half.hem.slice(1)],
      sideRight: half.side,
      armRight: half.armhole,
      shoulderRight: half.shoulder,
      neck: [...half.neck, ...mirror(half.neck).slice(1)],
      shoulderLeft: mirror(half.shoulder),
      armLeft: mirror(half.armhole),
      sideLeft: mirror(half.side),
    },
  }
}

/**
 * Two fronts whose middle edges are sewn together between the heights `closed`, as if buttoned, and are otherwise free.
 * The names `right` and `left` are meant as the viewer sees the fronts. The seams need a piece named `back`.
 */
export function openFront(
  half: HalfBodice,
  closed: readonly [low: number, high: number],
  place: Place,
): { pieces: Piece[]; seams: Seam[] } {
  const [hemMiddle, neckMiddle] = [half.hem[0]!, half.neck.at(-1)!]
  const [low, high]: [Flat, Flat] = [
    [hemMiddle[0], closed[0]],
    [hemMiddle[0], closed[1]],
  ]
  const opens = closed[0] > hemMiddle[1] + 0.01
  const middle = {
    open: [neckMiddle, high],
    closed: [high, opens ? low : hemMiddle],
    ...(opens && { lower: [low, hemMiddle] }),
  }
  const right: Piece = {
    name: 'right',
    place,
    edges: { hem: half.hem, side: half.side, arm: half.armhole, shoulder: half.shoulder, neck: half.neck, ...middle },
  }
  const left: Piece = {
    name: 'left',
    place: (x, y) => {
      const [px, py, pz] = place(-x, y)
      return [-px, py, pz]
    },
    edges: Object.fromEntries(
      Object.entries(right.edges)
        .reverse()
        .map(([name, points]) => [name, mirror(points)]),
    ),
  }
  return {
    pieces: [right, left],
    seams: [
      { a: 'right.closed', b: 'left.closed' },
      { a: 'right.side', b: 'back.sideLeft' },
      { a: 'left.side', b: 'back.sideRight' },
      { a: 'right.shoulder', b: 'back.shoulderLeft' },
      { a: 'left.shoulder', b: 'back.shoulderRight' },
    ],
  }
}

/** The wearer's left arm: shoulder, elbow, wrist. */
export type Arm = readonly [Vector, Vector, Vector]

export interface SleeveCut {
  /** Metres: half widths at underarm and cuff, height of the cap above the underarm, length from underarm to cuff. */
  halfWidth: number
  halfCuff: number
  cap: number
  length: number
}

/** A sleeve for one arm. The middle of its cap is at the shoulder. `side` 1 is the wearer's left. */
export function sleeve(
  name: string,
  side: 1 | -1,
  { halfWidth, halfCuff, cap, length }: SleeveCut,
  arm: Arm,
  off = 0.008,
): Piece {
  return {
    name,
    edges: {
      cuff: [
        [-halfCuff, -length],
        [halfCuff, -length],
      ],
      right: [
        [halfCuff, -length],
        [halfWidth, 0],
      ],
      capRight: [
        [halfWidth, 0],
        [halfWidth * 0.72, cap * 0.2],
        [halfWidth * 0.4, cap * 0.8],
        [0, cap],
      ],
      capLeft: [
        [0, cap],
        [-halfWidth * 0.4, cap * 0.8],
        [-halfWidth * 0.72, cap * 0.2],
        [-halfWidth, 0],
      ],
      left: [
        [-halfWidth, 0],
        [-halfCuff, -length],
      ],
    },
    place(x, y) {
      const t = (cap - y) / (cap + length)
      const width = y > 0 ? halfWidth : halfWidth + ((halfCuff - halfWidth) * -y) / length
      const [from, to, u] = t < 0.5 ? [arm[0], arm[1], t * 2] : [arm[1], arm[2], t * 2 - 1]
      const at = [0, 1, 2].map((k) => from[k]! + (to[k]! - from[k]!) * u) as unknown as Vector
      // The piece wraps around the arm from outside. On the wearer's left sleeve, the piece's right is at the back.
      const angle = (x / width) * Math.PI
      const radius = width / Math.PI + off
      const [out, ahead] = [Math.cos(angle) * radius, -side * Math.sin(angle) * radius]
      return [side * (at[0] + out * 0.97), at[1] + out * 0.22, at[2] + ahead]
    },
  }
}

/** Sews both sleeves into the armholes. `fronts` and `backs` are armhole edges: the wearer's left, then the right. */
export function sleeveSeams(fronts: readonly [string, string], backs: readonly [string, string]): Seam[] {
  return [
    { a: 'sleeveL.capLeft', b: fronts[0] },
    { a: 'sleeveL.capRight', b: backs[0] },
    { a: 'sleeveR.capRight', b: fronts[1] },
    { a: 'sleeveR.capLeft', b: backs[1] },
    { a: 'sleeveL.left', b: 'sleeveL.right' },
    { a: 'sleeveR.left', b: 'sleeveR.right' },
  ]
}

export function held(place: Place, body: Body, points: readonly { flat: Flat; near: Vector; off: number }[]): Place {
  const at = points.map(({ flat, near, off }) => ({ flat, at: ontoBody(body, near, off).at }))
  return (x, y) => at.find(({ flat }) => Math.hypot(flat[0] - x, flat[1] - y) < 1e-6)?.at ?? place(x, y)
}
