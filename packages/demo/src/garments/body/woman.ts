import { ellipsoid, intersection, limb, mirrored, trunk, union, type Field, type Section } from './field.js'

// This is a woman of 1.76 m in size 36: hips 92, waist 65, bust 86 cm. Heights are in metres above the floor.

export const womanSections: readonly Section[] = [
  [0.79, 0.14, 0.092, -0.004],
  [0.85, 0.166, 0.11, -0.01],
  [0.91, 0.172, 0.112, -0.011],
  [0.97, 0.161, 0.103, -0.006],
  [1.03, 0.136, 0.09, 0],
  [1.075, 0.121, 0.083, 0.002],
  [1.13, 0.124, 0.086, 0.002],
  [1.19, 0.135, 0.091, 0],
  [1.25, 0.145, 0.095, -0.002],
  [1.31, 0.152, 0.092, -0.008],
  [1.36, 0.16, 0.083, -0.014],
  [1.395, 0.163, 0.071, -0.019],
  [1.42, 0.146, 0.062, -0.022],
  [1.442, 0.105, 0.056, -0.022],
  [1.465, 0.068, 0.053, -0.02],
  [1.49, 0.055, 0.052, -0.016],
  [1.54, 0.051, 0.05, -0.008],
  [1.6, 0.051, 0.05, -0.002],
]

const bust = mirrored(ellipsoid([0.072, 1.25, 0.062], [0.064, 0.066, 0.056]))
const seat = mirrored(ellipsoid([0.078, 0.885, -0.055], [0.085, 0.085, 0.075]))

const womanTorso: Field = union(union(trunk(womanSections), bust, 0.03), seat, 0.04)

/** Dress form. It is the torso, cut off below the hips and at the neck, with rounded edges. */
export const womanForm: Field = intersection(womanTorso, (_x, y) => Math.max(0.815 - y, y - 1.535), 0.012)

const arm = mirrored(
  union(
    union(
      ellipsoid([0.168, 1.372, -0.018], [0.05, 0.052, 0.05]),
      limb([0.172, 1.365, -0.018], 0.044, [0.232, 1.1, -0.022], 0.035),
      0.03,
    ),
    limb([0.232, 1.1, -0.022], 0.036, [0.275, 0.865, 0.02], 0.024),
    0.02,
  ),
)
const leg = mirrored(
  union(
    limb([0.083, 0.84, -0.004], 0.082, [0.078, 0.48, 0.004], 0.051),
    union(
      limb([0.078, 0.48, 0.002], 0.05, [0.076, 0.09, -0.02], 0.033),
      ellipsoid([0.077, 0.33, -0.022], [0.05, 0.11, 0.05]),
      0.03,
    ),
    0.02,
  ),
)

/** Torso with arms down to the wrists, for garments with sleeves. */
export const womanUpper: Field = intersection(
  union(womanTorso, arm, 0.035),
  (_x, y) => Math.max(0.815 - y, y - 1.535),
  0.012,
)

/** The body from the waist to the ankles, for trousers. */
export const womanLower: Field = intersection(
  union(womanTorso, leg, 0.04),
  (_x, y) => Math.max(0.06 - y, y - 1.13),
  0.012,
)

/** Axis of the wearer's left arm. */
export const womanArm = [
  [0.17, 1.372, -0.018],
  [0.232, 1.1, -0.022],
  [0.275, 0.865, 0.02],
] as const
