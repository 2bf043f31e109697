import { prune } from '@gltf-transform/functions'
import { listOf } from '../json.js'
import { writeSmallest } from './optimise.js'
import { openGlb } from '../package.js'
import { partsOf, readUnpacked, simplifyPart } from './simplify.js'
import { shrinkTextures } from '../textures/textures.js'

/** A smaller web version needs no preview, because it loads in 0.2 s at 10 Mbit/s. */
const MIN_WEB_BYTES = 256 * 1024
const GOAL_SHARE = 0.12
/** Share of the web version's bytes above which a preview saves too little time. */
const MAX_SHARE_OF_WEB = 0.5
/**
 * `keep` is a share of the triangles. `maxError` is a share of the part's size. With an error over 3 %, a blazer's
 * lining showed through.
 */
const fine = { keep: 0.25, maxError: 0.002, texturePx: 512 }
const middle = { ...fine, texturePx: 256 }
const coarse = { keep: 0.1, maxError: 0.01, texturePx: 256 }
/** Shares of bytes that `fine` keeps. Demo garments kept 0.35 to 0.41 of geometry and 0.28 to 0.59 of textures. */
const fineShares = { geometry: 0.38, textures: 0.5 }
/** `middle` takes 0.58 to 0.69 of the bytes of `fine`. If it takes less than this share of the goal, `fine` may fit. */
const ROOM_FOR_FINE = 0.7

/**
 * Makes the level that is shown first. It usually takes 5 to 12 % of the original's bytes and keeps nodes, size,
 * materials, colourways and animations. The result is undefined if the level would save too little.
 */
export async function makePreviewLevel(web: Uint8Array, originalBytes: number): Promise<Uint8Array | undefined> {
  if (web.length < MIN_WEB_BYTES) return undefined
  const made = await finestWithin(originalBytes * GOAL_SHARE, web)
  return made.length <= web.length * MAX_SHARE_OF_WEB ? made : undefined
}

/** Every attempt is expensive, so an estimate decides whether `fine` or `middle` is tried first. */
async function finestWithin(goal: number, web: Uint8Array): Promise<Uint8Array> {
  const textures = textureBytesOf(web)
  const likely = (web.length - textures) * fineShares.geometry + textures * fineShares.textures
  const finer = likely <= goal ? await lighten(web, fine) : undefined
  if (finer && finer.length <= goal) return finer
  const made = await lighten(web, middle)
  if (made.length > goal) return smallerOf(made, await lighten(web, coarse))
  if (finer || made.length > goal * ROOM_FOR_FINE) return made
  const tried = await lighten(web, fine)
  return tried.length <= goal ? tried : made
}

const smallerOf = (a: Uint8Array, b: Uint8Array) => (b.length < a.length ? b : a)

function textureBytesOf(glb: Uint8Array): number {
  const { json } = openGlb(glb)
  const views = listOf(json, 'bufferViews')
  return listOf(json, 'images').reduce(
    (sum, { bufferView }) => sum + Number(views[Number(bufferView)]?.byteLength ?? 0),
    0,
  )
}

async function lighten(web: Uint8Array, { texturePx, ...step }: typeof fine): Promise<Uint8Array> {
  const document = await readUnpacked(web)
  for (const part of partsOf(document)) simplifyPart(part, step)
  await document.transform(prune({ keepAttributes: true, keepSolidTextures: true, keepLeaves: true }))
  await shrinkTextures(document, { maxPx: texturePx, quality: { colour: 65, data: 75 } })
  return writeSmallest(document)
}
