import type { Field, Point } from './field.js'

export interface Body {
  /** Metres to the surface, negative inside. Outside the grid: the value at the grid's edge plus the distance to it. */
  distance(x: number, y: number, z: number): number
  /** Writes the direction of the gradient as a unit vector to `out` and returns the distance. */
  probe(x: number, y: number, z: number, out: Float64Array): number
}

/**
 * Samples a field on a grid of `cell` metres, so that a collision costs the same for any number of solids. Samples
 * within 6 cm of the surface are divided by the field's slope, which makes distances near the surface almost exact.
 */
export function bodyOf(field: Field, low: Point, high: Point, cell = 0.01): Body {
  const count = [0, 1, 2].map((k) => Math.ceil((high[k]! - low[k]!) / cell) + 1) as [number, number, number]
  const [nx, ny, nz] = count
  const raw = new Float32Array(nx * ny * nz)
  for (let k = 0, at = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) raw[at++] = field(low[0] + i * cell, low[1] + j * cell, low[2] + k * cell)
  const grid = Float32Array.from(raw, (d, at) => {
    const i = at % nx
    const j = Math.floor(at / nx) % ny
    const k = Math.floor(at / (nx * ny))
    if (i === 0 || j === 0 || k === 0 || i === nx - 1 || j === ny - 1 || k === nz - 1 || Math.abs(d) > 0.06) return d
    const [dx, dy, dz] = [1, nx, nx * ny].map((step) => raw[at + step]! - raw[at - step]!) as [number, number, number]
    return d / Math.max(Math.hypot(dx, dy, dz) / (2 * cell), 0.5)
  })

  const unused = new Float64Array(3)
  // This function is called per particle and step, so it allocates no arrays.
  const probe = (x: number, y: number, z: number, out: Float64Array): number => {
    const u = (x - low[0]) / cell
    const v = (y - low[1]) / cell
    const w = (z - low[2]) / cell
    const i = Math.min(Math.max(Math.floor(u), 0), nx - 2)
    const j = Math.min(Math.max(Math.floor(v), 0), ny - 2)
    const k = Math.min(Math.max(Math.floor(w), 0), nz - 2)
    const fx = clamp(u - i)
    const fy = clamp(v - j)
    const fz = clamp(w - k)
    const o = i + nx * (j + ny * k)
    const p = o + nx * ny
    const dx00 = grid[o + 1]! - grid[o]!
    const dx10 = grid[o + nx + 1]! - grid[o + nx]!
    const dx01 = grid[p + 1]! - grid[p]!
    const dx11 = grid[p + nx + 1]! - grid[p + nx]!
    const x00 = grid[o]! + dx00 * fx
    const x10 = grid[o + nx]! + dx10 * fx
    const x01 = grid[p]! + dx01 * fx
    const x11 = grid[p + nx]! + dx11 * fx
    const y0 = x00 + (x10 - x00) * fy
    const y1 = x01 + (x11 - x01) * fy
    const gx = (dx00 * (1 - fy) + dx10 * fy) * (1 - fz) + (dx01 * (1 - fy) + dx11 * fy) * fz
    const gy = (x10 - x00) * (1 - fz) + (x11 - x01) * fz
    const gz = y1 - y0
    const length = Math.sqrt(gx * gx + gy * gy + gz * gz) || 1
    out[0] = gx / length
    out[1] = gy / length
    out[2] = gz / length
    const ox = u - i - fx
    const oy = v - j - fy
    const oz = w - k - fz
    return y0 + gz * fz + Math.sqrt(ox * ox + oy * oy + oz * oz) * cell
  }
  return { probe, distance: (x, y, z) => probe(x, y, z, unused) }
}

const clamp = (value: number) => Math.min(Math.max(value, 0), 1)
