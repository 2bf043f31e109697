import sharp from 'sharp'
import { ImageUtils, type Document, type Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import { listTextureSlots } from '@gltf-transform/functions'
import { InputFailure } from '@toile/contracts/failures'
import { limits, WEB_TEXTURE_PX } from './limits.js'

sharp.concurrency(1)

export interface TextureLevel {
  maxPx: number
  /** WebP's, 1 to 100. Colour may lose more than directions and roughness, where blocks show as dents in the light. */
  quality: { colour: number; data: number }
}
export const webTextures: TextureLevel = { maxPx: WEB_TEXTURE_PX, quality: { colour: 82, data: 92 } }

/**
 * Textures to WebP of at most so many px a side, where that is smaller; `progress` is 0 to 1. @throws InputFailure MODEL_IMAGE_REFUSED for a
 * picture that does not decode
 */
export async function shrinkTextures(
  document: Document,
  level: TextureLevel,
  progress: (fraction: number) => void = () => {},
): Promise<void> {
  const textures = document.getRoot().listTextures()
  for (const [index, texture] of textures.entries()) {
    await shrinkTexture(texture, index, level)
    progress((index + 1) / textures.length)
  }
  if (textures.some((texture) => texture.getMimeType() === 'image/webp'))
    document.createExtension(EXTTextureWebP).setRequired(true)
}

async function shrinkTexture(texture: Texture, index: number, { maxPx, quality }: TextureLevel) {
  const image = texture.getImage()
  if (!image) return
  const colour = listTextureSlots(texture).some((slot) =>
    /baseColor|emissive|sheenColor|diffuse|specularColor/i.test(slot),
  )
  const encoded = await sharp(image, { limitInputPixels: limits.imageSidePx ** 2, failOn: 'error' })
    .resize({ width: maxPx, height: maxPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: colour ? quality.colour : quality.data, effort: 4 })
    .toBuffer()
    .catch(() => {
      throw new InputFailure('MODEL_IMAGE_REFUSED', { name: texture.getName() || index + 1, detail: 'unreadable' })
    })
  const size = ImageUtils.getSize(image, texture.getMimeType()) ?? [Infinity, Infinity]
  if (encoded.length >= image.length && Math.max(...size) <= maxPx) return
  texture.setImage(new Uint8Array(encoded)).setMimeType('image/webp').setURI('')
}
