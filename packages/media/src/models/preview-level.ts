import { prune } from '@gltf-transform/functions'
import { writeSmallest } from './optimise.js'
import { partsOf, readUnpacked, simplifyPart } from './simplify.js'
import { shrinkTextures } from './textures.js'

/** Below this a model is there about as fast as a level before it would be: 0.2 s at 10 Mbit/s. */
const MIN_WEB_BYTES = 256 * 1024
/** Of the file as it came. */
const GOAL_SHARE = 0.12
/** Of the web version: whoever waits for less than this saves nothing. */
const MAX_SHARE_OF_WEB = 0.5
/**
 * Triangles kept, how far the surface may move as a share of its part's size, and how large textures stay. Beyond 3 %
 * the lining of a blazer came through its cloth.
 */
const steps = [
  { keep: 0.25, maxError: 0.002, texturePx: 512 },
  { keep: 0.25, maxError: 0.002, texturePx: 256 },
  { keep: 0.1, maxError: 0.01, texturePx: 256 },
]
type Step = (typeof steps)[number]

/**
 * The level that is shown first, as a GLB of 5 to 12 % of the original's bytes: the same nodes, place and size,
 * materials, colourways and animations, with fewer triangles and smaller textures. `web` is the finished web version.
 * Undefined where it would save too little.
 */
export async function makePreviewLevel(web: Uint8Array, originalBytes: number): Promise<Uint8Array | undefined> {
  if (web.length < MIN_WEB_BYTES) return undefined
  let smallest: Uint8Array | undefined
  for (const step of steps) {
    const made = await lighten(web, step)
    if (!smallest || made.length < smallest.length) smallest = made
    if (smallest.length <= originalBytes * GOAL_SHARE) break
  }
  return smallest && smallest.length <= web.length * MAX_SHARE_OF_WEB ? smallest : undefined
}

async function lighten(web: Uint8Array, { texturePx, ...step }: Step): Promise<Uint8Array> {
  const document = await readUnpacked(web)
  for (const part of partsOf(document)) simplifyPart(part, step)
  await document.transform(prune({ keepAttributes: true, keepSolidTextures: true, keepLeaves: true }))
  await shrinkTextures(document, { maxPx: texturePx, quality: { colour: 65, data: 75 } })
  return writeSmallest(document)
}
