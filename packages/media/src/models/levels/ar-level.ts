import sharp from 'sharp'
import type { Document, Texture } from '@gltf-transform/core'
import { isForSceneViewer } from '@toile/contracts/models/models.constants'
import { dropPacking, gltfIo } from './optimise.js'
import { partsOf, readUnpacked, simplifyPart } from './simplify.js'

/** Phones draw this many triangles over the camera picture without stutter. */
const MAX_TRIANGLES = 100_000
const MAX_TEXTURE_PX = 1024
const JPEG_QUALITY = 85
/** Allowed surface errors as shares of the part's size. They are tried in turn until there are few enough triangles. */
const errorSteps = [0.002, 0.01, 0.05, 1]

/**
 * Makes the level for built-in AR viewers, which read no meshopt, WebP or colourways: a plain GLB with JPEG or PNG
 * textures and the default colourway. Undefined if these viewers can read `web`, or cannot even read the plain GLB.
 */
export async function makeArLevel(web: Uint8Array): Promise<Uint8Array | undefined> {
  const document = await readUnpacked(web)
  if (isForSceneViewer(requiredBy(document))) return undefined
  simplify(document)
  await dropPacking(document)
  for (const texture of document.getRoot().listTextures()) await makePlain(texture)
  return isForSceneViewer(requiredBy(document)) ? (await gltfIo()).writeBinary(document) : undefined
}

const requiredBy = (document: Document) =>
  document
    .getRoot()
    .listExtensionsRequired()
    .map(({ extensionName }) => extensionName)

function simplify(document: Document) {
  const parts = partsOf(document)
  for (const maxError of errorSteps) {
    const triangles = parts.reduce((sum, part) => sum + (part.getIndices()?.getCount() ?? 0) / 3, 0)
    if (triangles <= MAX_TRIANGLES) return
    for (const part of parts) simplifyPart(part, { keep: MAX_TRIANGLES / triangles, maxError })
  }
}

async function makePlain(texture: Texture) {
  const image = texture.getImage()
  if (!image) return
  const picture = sharp(image, { failOn: 'error' })
  // Pixel statistics are the slowest step, so only textures with alpha need them. Most textures have no alpha.
  const isOpaque = !(await picture.metadata()).hasAlpha || (await picture.clone().stats()).isOpaque
  const resized = picture.resize({
    width: MAX_TEXTURE_PX,
    height: MAX_TEXTURE_PX,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const encoded = await (isOpaque ? resized.jpeg({ quality: JPEG_QUALITY }) : resized.png()).toBuffer()
  texture
    .setImage(new Uint8Array(encoded))
    .setMimeType(isOpaque ? 'image/jpeg' : 'image/png')
    .setURI('')
}
