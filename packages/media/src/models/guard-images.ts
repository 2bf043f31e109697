import sharp from 'sharp'
import { InputFailure } from '@toile/contracts/failures'
import { entryAt, listOf, wholeOf } from './json.js'
import { atMost, limits } from './limits.js'
import { damaged, type Json, type ModelPackage } from './package.js'
import { bytesOfUri } from './uris.js'

/** First bytes of what glTF allows; sharp would also open SVG and others, which may fetch or expand. */
const pictureStarts = ['\x89PNG', '\xff\xd8\xff', 'RIFF']

/** Every picture is one, and its header asks for no more than 8192 px a side. @throws InputFailure */
export async function guardImages(model: ModelPackage): Promise<void> {
  const images = listOf(model.json, 'images')
  atMost(images.length, limits.images, 'textures')
  for (const [index, image] of images.entries()) await guardImage(model, image, index)
}

async function guardImage(model: ModelPackage, image: Json, index: number) {
  const name = String(
    image.name ?? (typeof image.uri === 'string' && !image.uri.startsWith('data:') ? image.uri : index + 1),
  ).slice(0, 100)
  const bytes =
    image.uri === undefined ? bytesOfView(model, wholeOf(image, 'bufferView')) : bytesOfUri(model, image.uri)
  await guardPicture(bytes, name)
}

/** One picture in a format that may be a texture, by its header. @throws InputFailure MODEL_IMAGE_REFUSED with its name */
export async function guardPicture(bytes: Uint8Array, name: string): Promise<void> {
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
