import sharp from 'sharp'
import { InputFailure } from '@toile/contracts/failures'
import { entryAt, listOf, wholeOf } from './json.js'
import { atMost, limits } from './limits.js'
import { damaged, type ModelPackage } from './package.js'
import { bytesOfUri } from './uris.js'

/** First bytes of what glTF allows; sharp would also open SVG and others, which may fetch or expand. */
const pictureStarts = ['\x89PNG', '\xff\xd8\xff', 'RIFF']

/** Each picture of a model, see guardPicture(). @returns the pixels of all. @throws InputFailure */
export async function guardImages(model: ModelPackage): Promise<number> {
  const images = listOf(model.json, 'images')
  atMost(images.length, limits.images, 'textures')
  let pixels = 0
  for (const [index, image] of images.entries()) {
    const name = image.name ?? (typeof image.uri === 'string' && !image.uri.startsWith('data:') ? image.uri : index + 1)
    const bytes =
      image.uri === undefined ? bytesOfView(model, wholeOf(image, 'bufferView')) : bytesOfUri(model, image.uri)
    pixels += await guardPicture(bytes, String(name).slice(0, 100))
  }
  atMost(pixels, limits.imagePixels, 'pixels in textures')
  return pixels
}

/**
 * One picture in a format that may be a texture, of at most 8192 px a side, by its header. @returns its pixels.
 * @throws InputFailure MODEL_IMAGE_REFUSED with its name
 */
export async function guardPicture(bytes: Uint8Array, name: string): Promise<number> {
  const refuse = (detail: string) => new InputFailure('MODEL_IMAGE_REFUSED', { name, detail })
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1')
  if (!pictureStarts.some((known) => start.startsWith(known))) throw refuse('not PNG, JPEG or WebP')
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse('unreadable')
    })
  if (width > limits.imageSidePx || height > limits.imageSidePx)
    throw refuse(`${width} x ${height} > ${limits.imageSidePx} px`)
  return width * height
}

/** Buffers and views have been guarded before. */
function bytesOfView(model: ModelPackage, index: number): Uint8Array {
  const view = entryAt(listOf(model.json, 'bufferViews'), index, 'buffer view')
  const buffer = entryAt(listOf(model.json, 'buffers'), wholeOf(view, 'buffer'), 'buffer')
  const bytes = buffer.uri === undefined ? model.binary : bytesOfUri(model, buffer.uri)
  if (!bytes) throw damaged('a picture has no data')
  const offset = wholeOf(view, 'byteOffset', 0)
  return bytes.subarray(offset, offset + wholeOf(view, 'byteLength'))
}
