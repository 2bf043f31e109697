import { seededRandom } from '@toile/runtime/random'
import type { Cloth } from './sew.js'

export interface Stuff {
  /** kg per square metre: chiffon 0.06, silk 0.09, poplin 0.12, denim 0.4. */
  weight: number
  /** Bending stiffness in newton metres: silk 2e-6, poplin 1e-5, wool 3e-5, denim 1e-4. */
  bending: number
  /** Resistance to stretch on the bias in newtons per metre: silk 6, poplin 30, denim 200. */
  shear: number
  /** Distance to the body in metres: half the cloth's thickness, plus any layers beneath. */
  clearance: number
  /** Coefficient of Coulomb friction with the body. With 0, the cloth slides freely. */
  friction: number
}

/** The solver's input, measured on the flat pieces: masses, edges, and hinges (two triangles with a common edge). */
export interface Rest {
  inverseMass: Float64Array
  /** Two particles per edge. */
  edges: Int32Array
  lengths: Float64Array
  /** Compliance per edge in metres per newton. It is zero along the threads and highest on the bias. */
  give: Float64Array
  /** Four particles per hinge: both ends of the common edge, then the opposite corners. `weights` has their weights. */
  hinges: Int32Array
  weights: Float64Array
  /** Compliance per hinge in metres per newton. */
  compliance: Float64Array
}

/**
 * Bending is quadratic, as in Bergou et al. (2006): a hinge's energy is half its stiffness times the square of the
 * weighted sum of its four particles' positions. `bendingOf` returns a factor of the stiffness per piece.
 */
export function restOf(cloth: Cloth, stuff: Stuff, bendingOf: (piece: string) => number = () => 1): Rest {
  const { particleOf, flat, triangles } = cloth
  const mass = new Float64Array(cloth.positions.length / 3)
  const edges = new Map<number, { a: number; b: number; length: number; bias: number; sides: Side[] }>()
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!] as const
    const area = Math.abs(cross(flat, corner[0], corner[1], corner[2])) / 2
    for (let k = 0; k < 3; k++) {
      const [wa, wb, wc] = [corner[k]!, corner[(k + 1) % 3]!, corner[(k + 2) % 3]!]
      const [a, b, opposite] = [particleOf[wa]!, particleOf[wb]!, particleOf[wc]!]
      mass[a]! += (area / 3) * stuff.weight
      const key = Math.min(a, b) * mass.length + Math.max(a, b)
      const length = Math.hypot(flat[2 * wa]! - flat[2 * wb]!, flat[2 * wa + 1]! - flat[2 * wb + 1]!)
      const lean = Math.atan2(flat[2 * wb]! - flat[2 * wa]!, flat[2 * wb + 1]! - flat[2 * wa + 1]!)
      // The bias is 0 along the threads and 1 at 45 degrees to the threads.
      const bias = Math.sin(2 * (lean - cloth.grains[cloth.pieceOf[wa]!]!)) ** 2
      const side: Side = {
        opposite,
        area,
        cotA: cotangent(flat, wa, wb, wc),
        cotB: cotangent(flat, wb, wa, wc),
        first: a,
      }
      side.stiffness = bendingOf(cloth.pieces[cloth.pieceOf[wa]!]!) * stuff.bending
      const known = edges.get(key)
      if (known) {
        known.length = (known.length + length) / 2
        known.bias = Math.min(known.bias, bias)
        known.sides.push(side)
      } else edges.set(key, { a, b, length, bias, sides: [side] })
    }
  }
  const all = shuffled([...edges.values()].filter(({ a, b }) => a !== b))
  const bent = all.filter(({ sides }) => sides.length === 2)
  const weights = new Float64Array(bent.length * 4)
  const compliance = new Float64Array(bent.length)
  for (const [i, { a, sides }] of bent.entries()) {
    const [s, t] = sides as [Side, Side]
    const atA = (side: Side) => (side.first === a ? side.cotA : side.cotB)
    const atB = (side: Side) => (side.first === a ? side.cotB : side.cotA)
    weights.set([atB(s) + atB(t), atA(s) + atA(t), -atA(s) - atB(s), -atA(t) - atB(t)], 4 * i)
    compliance[i] = (s.area + t.area) / (3 * Math.max(s.stiffness!, t.stiffness!))
  }
  return {
    inverseMass: mass.map((kg) => 1 / Math.max(kg, 1e-9)),
    edges: Int32Array.from(all.flatMap(({ a, b }) => [a, b])),
    lengths: Float64Array.from(all, ({ length }) => length),
    give: Float64Array.from(all, ({ bias }) => bias / stuff.shear),
    hinges: Int32Array.from(bent.flatMap(({ a, b, sides }) => [a, b, sides[0]!.opposite, sides[1]!.opposite])),
    weights,
    compliance,
  }
}

interface Side {
  opposite: number
  area: number
  /** Cotangents of the angles at both ends of the edge. `cotA` belongs to the end `first`. */
  cotA: number
  cotB: number
  first: number
  stiffness?: number
}

function cross(flat: Float32Array, a: number, b: number, c: number): number {
  const [ax, ay] = [flat[2 * a]!, flat[2 * a + 1]!]
  return (flat[2 * b]! - ax) * (flat[2 * c + 1]! - ay) - (flat[2 * b + 1]! - ay) * (flat[2 * c]! - ax)
}

function cotangent(flat: Float32Array, at: number, p: number, q: number): number {
  const [x, y] = [flat[2 * at]!, flat[2 * at + 1]!]
  const dot = (flat[2 * p]! - x) * (flat[2 * q]! - x) + (flat[2 * p + 1]! - y) * (flat[2 * q + 1]! - y)
  return dot / Math.max(Math.abs(cross(flat, at, p, q)), 1e-12)
}

/** The list is shuffled, because solving edges in mesh order pulls the cloth to one side. */
function shuffled<T>(list: T[]): T[] {
  const random = seededRandom(7)
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[list[i], list[j]] = [list[j]!, list[i]!]
  }
  return list
}
