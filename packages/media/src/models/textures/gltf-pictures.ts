import type { Document } from '@gltf-transform/core'
import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import { listOf, objectOf, wholeOf } from '../json.js'
import { assertAtMost, limits } from '../limits.js'
import type { Json, ModelPackage } from '../package.js'
import type { ReadPicture } from './pictures.js'
import { bytesOfUri } from '../uris.js'
import { bytesOfView } from '../views.js'

/** Records replaced, missing and unreadable images in the model. @returns total pixels @throws InputFailure MODEL_* */
export async function readPictures(model: ModelPackage, readPicture: ReadPicture): Promise<number> {
  const images = listOf(model.json, 'images')
  assertAtMost(images.length, limits.images, 'textures')
  let pixels = 0
  for (const [index, image] of images.entries()) {
    const name = nameOf(image, index)
    const bytes = bytesOfImage(model, image)
    const picture = bytes && (await readPicture(bytes, name))
    pixels += picture?.pixels ?? 0
    assertAtMost(pixels, limits.imagePixels, 'pixels in textures')
    if (picture?.bytes !== bytes || !bytes) model.pictures.set(index, picture?.bytes)
    if (!bytes) model.textures.missing.push(name)
    else if (!picture) model.textures.unreadable.push(name)
  }
  dropUnreadable(model)
  return pixels
}

function nameOf({ name, uri }: Json, index: number): string {
  if (typeof name === 'string' && name !== '') return cutText(name, 100)
  return typeof uri === 'string' && !uri.startsWith('data:') ? cutText(uri, 100) : String(index + 1)
}

function bytesOfImage(model: ModelPackage, image: Json): Uint8Array | undefined {
  if (image.uri === undefined) return bytesOfView(model, wholeOf(image, 'bufferView'))
  try {
    return bytesOfUri(model, image.uri)
  } catch (error) {
    if (error instanceof InputFailure && error.code === 'MODEL_FILE_MISSING') return undefined
    throw error
  }
}

/** Drops an extension with an unreadable picture if the texture's own source, the fallback, is readable. */
function dropUnreadable({ json, pictures, textures }: ModelPackage): void {
  const isUnreadable = (source: unknown) =>
    typeof source === 'number' && pictures.has(source) && pictures.get(source) === undefined
  const images = listOf(json, 'images')
  for (const texture of listOf(json, 'textures')) {
    if (typeof texture.source !== 'number' || isUnreadable(texture.source)) continue
    const extensions = objectOf(texture, 'extensions')
    for (const [name, extension] of Object.entries(extensions)) {
      const { source } = extension as { source?: unknown }
      if (!isUnreadable(source)) continue
      delete extensions[name]
      const listed = textures.unreadable.indexOf(nameOf(images[source as number]!, source as number))
      if (listed >= 0) textures.unreadable.splice(listed, 1)
    }
  }
}

/** Replaces or removes textures by index, because a document's textures have the order of the model's images. */
export function replacePictures(document: Document, pictures: ReadonlyMap<number, Uint8Array | undefined>): void {
  const textures = document.getRoot().listTextures()
  for (const [index, bytes] of pictures) {
    if (bytes) textures[index]!.setImage(new Uint8Array(bytes)).setMimeType('image/png')
    else textures[index]!.dispose()
  }
}
