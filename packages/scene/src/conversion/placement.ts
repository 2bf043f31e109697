/** Low and high corner of a bounding box, x y z. */
export interface Bounds {
  min: [number, number, number]
  max: [number, number, number]
}

/** What people wear is longer than an earring and shorter than a train of three metres. */
const MIN_METRES = 0.04
const MAX_METRES = 3

/** Metres, centimetres and millimetres, in the order in which they are believed. */
const units = [1, 0.01, 0.001]

const isWearable = (longestMetres: number) => longestMetres >= MIN_METRES && longestMetres <= MAX_METRES

/**
 * The unit of a model whose longest side is so many units: what its file says, else the largest usual unit that makes
 * something that can be worn of it, else one that makes it a metre long.
 */
export function findUnit(
  longest: number,
  declaredMetres: number | undefined,
): { metresPerUnit: number; unitFrom: 'file' | 'size' } {
  if (declaredMetres !== undefined) return { metresPerUnit: declaredMetres, unitFrom: 'file' }
  return { metresPerUnit: units.find((unit) => isWearable(longest * unit)) ?? 1 / longest, unitFrom: 'size' }
}

/** A person is this much higher than wide. */
const TALL = 1.5
/** Cloth that was laid out or drawn has no depth to speak of. */
const FLAT = 0.01
/** Formats of printers and scanners point z upwards by custom, those of animators y. */
const usualUp: Record<string, 'y' | 'z'> = { stl: 'z', ply: 'z', obj: 'y' }

/**
 * The axis that points up in a file that cannot say. A garment stands on the floor or hangs above it, and what is deep
 * in it lies on both sides of the body's middle; failing that, a side that is much the longest of a printer's or scanner's
 * file; failing that, the format's custom. Belts, caps and shoes are wider than high, and lie about the middle.
 */
export function findUp(format: string, { min, max }: Bounds): 'y' | 'z' {
  const extent = (axis: 1 | 2) => max[axis] - min[axis]
  // A panel: what is flat in y and x faces the viewer.
  if (extent(2) < FLAT * extent(1)) return 'y'
  const stands = (axis: 1 | 2) => min[axis] >= -0.03 * extent(axis)
  const straddles = (axis: 1 | 2) => Math.abs(min[axis] + max[axis]) < 0.6 * extent(axis)
  if (stands(2) && straddles(1)) return 'z'
  if (stands(1) && straddles(2)) return 'y'
  const usual = usualUp[format] ?? 'y'
  const isTall = extent(1) > TALL * Math.max(extent(2), max[0] - min[0])
  return usual === 'z' && isTall ? 'y' : usual
}
