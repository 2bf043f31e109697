// Low-discrepancy sequences: any stretch of them fills its area evenly, so any range of samples is a picture of its own.

const part = (x: number) => x - Math.floor(x)

/** Digits of `index` mirrored at the point: 0, 1/2, 1/4, 3/4 ... for base 2. */
function mirrored(index: number, base: number): number {
  let [value, place] = [0, 1 / base]
  for (let left = index; left > 0; left = Math.floor(left / base), place /= base) value += (left % base) * place
  return value
}

/**
 * Where in its pixel a sample is taken: -0.25 to 0.25 each way, the middle for sample 0 (Halton, bases 2 and 3). Half a
 * pixel, for each sample has four points of the graphics card's own along edges; a whole one would blur the weave.
 */
export function inPixel(index: number): [number, number] {
  return [part(mirrored(index, 2) + 0.5) / 2 - 0.25, part(mirrored(index, 3) + 0.5) / 2 - 0.25]
}

/** The root of x^3 = x + 1, which spreads points in the plane as the golden ratio does on a line (R2). */
const PLASTIC = 1.324717957244746

/** A point of the disc of radius 1, its middle for sample 0. Another sequence than inPixel(): they must not go together. */
export function onDisc(index: number): [number, number] {
  const radius = Math.sqrt(part(index / PLASTIC))
  const angle = part(index / PLASTIC ** 2) * Math.PI * 2
  return [Math.cos(angle) * radius, Math.sin(angle) * radius]
}
