export interface Bounds {
  min: [number, number, number]
  max: [number, number, number]
}

/** A wearable thing is longer than an earring and shorter than a train of three metres. */
const MIN_METRES = 0.04
const MAX_METRES = 3

const units = [1, 0.01, 0.001]

const isWearable = (longestMetres: number) => longestMetres >= MIN_METRES && longestMetres <= MAX_METRES

/** The file's unit, else the largest usual one that gives a wearable size, else one that makes the model 1 m long. */
export function findUnit(
  longest: number,
  declaredMetres: number | undefined,
): { metresPerUnit: number; unitFrom: 'file' | 'size' } {
  if (declaredMetres !== undefined) return { metresPerUnit: declaredMetres, unitFrom: 'file' }
  return { metresPerUnit: units.find((unit) => isWearable(longest * unit)) ?? 1 / longest, unitFrom: 'size' }
}

/** Height to width from which a shape counts as a standing person. */
const TALL = 1.5
/** Depth to height below which a shape is flat cloth. */
const FLAT = 0.01
/** Printers' and scanners' formats point z up by custom, animators' y. */
const usualUp: Record<string, 'y' | 'z'> = { stl: 'z', ply: 'z', obj: 'y' }

/**
 * Guesses the up axis. A garment stands on the floor or hangs above it, and its depth extends to both sides of the
 * body's middle; otherwise a much longer y side in a printer's or scanner's file; otherwise the format's custom.
 * Belts, caps and shoes are wider than high and lie around the middle.
 */
export function findUp(format: string, { min, max }: Bounds): 'y' | 'z' {
  const extent = (axis: 1 | 2) => max[axis] - min[axis]
  // A flat panel faces the viewer.
  if (extent(2) < FLAT * extent(1)) return 'y'
  const stands = (axis: 1 | 2) => min[axis] >= -0.03 * extent(axis)
  const straddles = (axis: 1 | 2) => Math.abs(min[axis] + max[axis]) < 0.6 * extent(axis)
  if (stands(2) && straddles(1)) return 'z'
  if (stands(1) && straddles(2)) return 'y'
  const usual = usualUp[format] ?? 'y'
  const isTall = extent(1) > TALL * Math.max(extent(2), max[0] - min[0])
  return usual === 'z' && isTall ? 'y' : usual
}
