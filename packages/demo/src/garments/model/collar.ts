import type { Mesh } from '../body/surface.js'
import type { Cloth } from '../cloth/sew.js'
import { edgeOf } from '../cloth/sew.js'
import type { Skin } from './shell.js'
import { plus, scale, sheet, type Vector } from './sheet.js'
import { unit } from './sweep.js'

/** Returns the line along edges of the draped cloth as `count` + 1 evenly spaced, slightly smoothed points. */
export function lineAlong(cloth: Cloth, skin: Skin, edges: readonly string[], count: number): Vector[] {
  const raw: number[] = []
  for (const [i, name] of edges.entries()) {
    const edge = [...edgeOf(cloth.edges, name)]
    const particle = (wedge: number | undefined) => cloth.particleOf[wedge!]
    // Edges are reversed where needed, so that each edge begins where the edge before ends.
    const next = edges[i + 1] ? edgeOf(cloth.edges, edges[i + 1]!) : []
    const meets = (wedge: number | undefined) => [next[0], next.at(-1)].some((end) => particle(end) === particle(wedge))
    if (i === 0 ? !meets(edge.at(-1)) && meets(edge[0]) : particle(edge[0]) !== particle(raw.at(-1))) edge.reverse()
    raw.push(...edge.slice(i === 0 ? 0 : 1))
  }
  let line = raw.map((wedge) => [...skin.positions.subarray(3 * wedge, 3 * wedge + 3)] as unknown as Vector)
  for (let round = 0; round < 4; round++)
    line = line.map((p, i) =>
      i === 0 || i === line.length - 1
        ? p
        : plus(scale(p, 0.5), plus(scale(line[i - 1]!, 0.25), scale(line[i + 1]!, 0.25))),
    )
  const along = [0]
  for (let i = 1; i < line.length; i++)
    along.push(along[i - 1]! + Math.hypot(...plus(line[i]!, scale(line[i - 1]!, -1))))
  let at = 0
  return Array.from({ length: count + 1 }, (_, step) => {
    const wanted = (along.at(-1)! * step) / count
    while (at < line.length - 2 && along[at + 1]! < wanted) at++
    const t = Math.min(1, (wanted - along[at]!) / (along[at + 1]! - along[at]! || 1))
    return plus(scale(line[at]!, 1 - t), scale(line[at + 1]!, t))
  })
}

export interface Collar {
  /** Height of the stand and length of the fall at the nape, in metres. */
  stand: number
  fall: number
  /** Extra length of the fall at the collar's points, and how far the points reach forward, in metres. */
  points: number
  reach: number
  /** Spread of the fall: 0 is straight down, 1 is flat. */
  spread: number
  tile: number
  thickness: number
}

/** A turned-down collar. The neckline runs from the wearer's right front around the nape to the left front. */
export function collar(
  neckline: readonly Vector[],
  { stand, fall, points, reach, spread, tile, thickness }: Collar,
): Mesh {
  const last = neckline.length - 1
  const middle = scale(
    neckline.reduce((sum, p) => plus(sum, p)),
    1 / neckline.length,
  )
  const at = (u: number, v: number): Vector => {
    const s = Math.min(Math.max(u, 0), 1) * last
    const i = Math.min(Math.floor(s), last - 1)
    const p = plus(scale(neckline[i]!, 1 - (s - i)), scale(neckline[i + 1]!, s - i))
    const out = unit([p[0] - middle[0], 0, p[2] - middle[2] + 0.01])
    const along = unit([-out[2], 0, out[0]])
    // `end` is 0 at the nape and 1 at both ends. The collar's points begin at 0.55.
    const end = Math.abs(2 * u - 1)
    const tip = Math.max(0, (end - 0.55) / 0.45) ** 1.6
    const front = Math.sign(u - 0.5) * -1
    const height = stand * (1 - 0.35 * end ** 4)
    const rise = Math.min(v / 0.3, 1)
    const turn = Math.min(Math.max((v - 0.3) / 0.12, 0), 1) * Math.PI
    const drop = Math.max(0, (v - 0.42) / 0.58) * (fall + points * tip)
    const r = 0.0035
    const outwards = -0.004 * rise + r * (1 - Math.cos(turn)) + drop * spread
    const up = height * rise + r * Math.sin(turn) - drop * Math.sqrt(1 - spread * spread)
    const ahead = front * reach * tip * Math.max(0, (v - 0.42) / 0.58)
    return plus(p, plus(plus(scale(out, outwards), [0, up, 0]), scale(along, ahead)))
  }
  return sheet({ at, across: last * 2, along: 28, width: 0.44, height: stand + fall, tile, thickness })
}
