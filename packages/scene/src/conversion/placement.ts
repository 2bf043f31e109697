export interface Bounds {
  min: [number, number, number]
  max: [number, number, number]
}

/** Longest side of a wearable thing, from an earring to a dress with a train of three metres. */
const MIN_METRES = 0.04
const MAX_METRES = 3

const units = [1, 0.01, 0.001]

const isWearable = (longestMetres: number) => longestMetres >= MIN_METRES && longestMetres <= MAX_METRES

/**
 * Returns the file's unit or, without it, the largest usual unit that gives a wearable size. If no unit does, returns a
 * unit that makes the model 1 m long.
 */
export function findUnit(
  longest: number,
  declaredMetres: number | undefined,
): { metresPerUnit: number; unitFrom: 'file' | 'size' } {
  if (declaredMetres !== undefined) return { metresPerUnit: declaredMetres, unitFrom: 'file' }
  return { metresPerUnit: units.find((unit) => isWearable(longest * unit)) ?? 1 / longest, unitFrom: 'size' }
}

/** Ratio of height to the larger of width and depth, above which a shape counts as a standing person. */
const TALL = 1.5
/** Ratio of depth to height below which a shape is flat cloth. */
const FLAT = 0.01
/** By custom, z is up in formats for printers and scanners, and y is up in formats for animation. */
const usualUp: Record<string, 'y' | 'z'> = { stl: 'z', ply: 'z', obj: 'y' }

/**
 * Guesses the up axis. Along this axis, a garment stands on or hangs above the floor. Along the other axis, the garment
 * extends to both sides of the body's middle. If no axis fits, as for a belt or cap around the origin, the format's
 * custom decides. But a shape that is much longer along y than along x and z has y up.
 */
export function findUp(format: string, { min, max }: Bounds): 'y' | 'z' {
  const extent = (axis: 1 | 2) => max[axis] - min[axis]
  // A flat panel faces the viewer, who looks along z.
  if (extent(2) < FLAT * extent(1)) return 'y'
  const stands = (axis: 1 | 2) => min[axis] >= -0.03 * extent(axis)
  const straddles = (axis: 1 | 2) => Math.abs(min[axis] + max[axis]) < 0.6 * extent(axis)
  if (stands(2) && straddles(1)) return 'z'
  if (stands(1) && straddles(2)) return 'y'
  const usual = usualUp[format] ?? 'y'
  const isTall = extent(1) > TALL * Math.max(extent(2), max[0] - min[0])
  return usual === 'z' && isTall ? 'y' : usual
}
