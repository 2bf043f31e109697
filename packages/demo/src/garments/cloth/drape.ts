import type { Body } from '../body/body.js'
import { separateLayers } from './layers.js'
import type { Rest, Stuff } from './rest.js'
import type { Cloth } from './sew.js'

export interface Fall {
  seconds: number
  /** Steps per second: usually 600 for meshes of 2 to 3 cm, and 800 or 900 for the finer mesh of the last fall. */
  rate: number
  /** Metres per second squared, by default 9.81. Most garments use 1 or 2 in a first fall, in which the seams close. */
  gravity?: number
  /** Rate at which the speed decays in air, per second. Usual values are 2 to 14. */
  drag?: number
  /** Replaces the stuff's friction. Low friction while the seams close keeps the body from holding initial creases. */
  friction?: number
  /** Minimum distance between layers in metres. With 0, layers can pass through each other. */
  apart?: number
  /** Acceleration at a place and time, in metres per second squared. */
  wind?: (x: number, y: number, z: number, seconds: number) => readonly [number, number, number]
}

/**
 * Lets the cloth fall by extended position-based dynamics with small steps (Macklin et al. 2019). Changes
 * `cloth.positions`, except the positions of the particles in `pinned`.
 */
export function drape(
  cloth: Cloth,
  rest: Rest,
  stuff: Stuff,
  body: Body | null,
  pinned: ReadonlySet<number>,
  fall: Fall,
): void {
  const { seconds, rate, gravity = 9.81, drag = 2, apart = 0, wind } = fall
  const x = cloth.positions
  const count = x.length / 3
  const w = Float64Array.from(rest.inverseMass, (value, i) => (pinned.has(i) ? 0 : value))
  const before = Float64Array.from(x)
  const v = new Float64Array(x.length)
  const dt = 1 / rate
  const keep = Math.exp(-drag * dt)
  const layers = apart > 0 ? separateLayers(count, apart) : undefined
  const maxSpeed = 8
  const rubbing = { ...stuff, friction: fall.friction ?? stuff.friction }

  for (let step = 0; step < seconds * rate; step++) {
    for (let i = 0; i < count; i++) {
      const o = 3 * i
      before[o] = x[o]!
      before[o + 1] = x[o + 1]!
      before[o + 2] = x[o + 2]!
      if (w[i] === 0) continue
      v[o + 1]! -= gravity * dt
      if (wind) {
        const [ax, ay, az] = wind(x[o]!, x[o + 1]!, x[o + 2]!, step * dt)
        v[o]! += ax * dt
        v[o + 1]! += ay * dt
        v[o + 2]! += az * dt
      }
      for (let k = o; k < o + 3; k++) {
        v[k] = Math.max(-maxSpeed, Math.min(maxSpeed, v[k]! * keep))
        x[k]! += v[k]! * dt
      }
    }
    bend(x, w, rest, dt)
    stretch(x, w, rest, dt)
    if (layers) layers(x, w, step)
    if (body) collide(x, before, w, body, rubbing)
    for (let k = 0; k < x.length; k++) v[k] = (x[k]! - before[k]!) / dt
  }
}

function stretch(x: Float64Array, w: Float64Array, { edges, lengths, give }: Rest, dt: number): void {
  const perStep = 1 / (dt * dt)
  for (let e = 0; e < lengths.length; e++) {
    const a = edges[2 * e]!
    const b = edges[2 * e + 1]!
    const sum = w[a]! + w[b]!
    if (sum === 0) continue
    const i = 3 * a
    const j = 3 * b
    const dx = x[j]! - x[i]!
    const dy = x[j + 1]! - x[i + 1]!
    const dz = x[j + 2]! - x[i + 2]!
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz) || 1e-9
    const share = (length - lengths[e]!) / length / (sum + give[e]! * perStep)
    const sa = share * w[a]!
    const sb = share * w[b]!
    x[i]! += sa * dx
    x[i + 1]! += sa * dy
    x[i + 2]! += sa * dz
    x[j]! -= sb * dx
    x[j + 1]! -= sb * dy
    x[j + 2]! -= sb * dz
  }
}

function bend(x: Float64Array, w: Float64Array, { hinges, weights, compliance }: Rest, dt: number): void {
  const perStep = 1 / (dt * dt)
  for (let h = 0; h < compliance.length; h++) {
    const o = 4 * h
    const i = 3 * hinges[o]!
    const j = 3 * hinges[o + 1]!
    const k = 3 * hinges[o + 2]!
    const l = 3 * hinges[o + 3]!
    const ki = weights[o]!
    const kj = weights[o + 1]!
    const kk = weights[o + 2]!
    const kl = weights[o + 3]!
    const wi = w[hinges[o]!]! * ki
    const wj = w[hinges[o + 1]!]! * kj
    const wk = w[hinges[o + 2]!]! * kk
    const wl = w[hinges[o + 3]!]! * kl
    const share = -1 / (wi * ki + wj * kj + wk * kk + wl * kl + compliance[h]! * perStep)
    for (let axis = 0; axis < 3; axis++) {
      const move = share * (ki * x[i + axis]! + kj * x[j + axis]! + kk * x[k + axis]! + kl * x[l + axis]!)
      x[i + axis]! += wi * move
      x[j + axis]! += wj * move
      x[k + axis]! += wk * move
      x[l + axis]! += wl * move
    }
  }
}

const outward = new Float64Array(3)

function collide(
  x: Float64Array,
  before: Float64Array,
  w: Float64Array,
  body: Body,
  { clearance, friction }: Stuff,
): void {
  for (let i = 0; i < w.length; i++) {
    if (w[i] === 0) continue
    const o = 3 * i
    const depth = clearance - body.probe(x[o]!, x[o + 1]!, x[o + 2]!, outward)
    if (depth <= 0) continue
    const push = Math.min(depth, 0.01)
    const nx = outward[0]!
    const ny = outward[1]!
    const nz = outward[2]!
    x[o]! += push * nx
    x[o + 1]! += push * ny
    x[o + 2]! += push * nz
    const mx = x[o]! - before[o]!
    const my = x[o + 1]! - before[o + 1]!
    const mz = x[o + 2]! - before[o + 2]!
    const along = mx * nx + my * ny + mz * nz
    const slide = Math.hypot(mx - along * nx, my - along * ny, mz - along * nz)
    // Coulomb friction on positions cancels the slide up to the push times the friction.
    const held = slide > 0 ? Math.min(1, (friction * push) / slide) : 0
    x[o]! -= held * (mx - along * nx)
    x[o + 1]! -= held * (my - along * ny)
    x[o + 2]! -= held * (mz - along * nz)
  }
}
