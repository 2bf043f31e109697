import sharp from 'sharp'
import { ImageUtils, type Document, type Texture } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import { listTextureSlots } from '@gltf-transform/functions'
import { limits, WEB_TEXTURE_PX } from '../limits.js'

sharp.concurrency(1)

export interface TextureLevel {
  maxPx: number
  /** WebP quality, 1 to 100. Colour tolerates more loss than normals and roughness, where blocks show as dents. */
  quality: { colour: number; data: number }
}
export const webTextures: TextureLevel = { maxPx: WEB_TEXTURE_PX, quality: { colour: 82, data: 92 } }

/** @returns the names of textures that cannot be decoded, which are removed from the document */
export async function shrinkTextures(
  document: Document,
  level: TextureLevel,
  progress: (fraction: number) => void = () => {},
): Promise<string[]> {
  const textures = document.getRoot().listTextures()
  const lost: string[] = []
  for (const [index, texture] of textures.entries()) {
    const name = texture.getName() || texture.getURI() || String(index + 1)
    if (!(await shrinkTexture(texture, level))) {
      texture.dispose()
      lost.push(name)
    }
    progress((index + 1) / textures.length)
  }
  if (textures.some((texture) => texture.getMimeType() === 'image/webp'))
    document.createExtension(EXTTextureWebP).setRequired(true)
  return lost
}

async function shrinkTexture(texture: Texture, { maxPx, quality }: TextureLevel): Promise<boolean> {
  const image = texture.getImage()
  if (!image) return true
  const colour = listTextureSlots(texture).some((slot) =>
    /baseColor|emissive|sheenColor|diffuse|specularColor/i.test(slot),
  )
  const encoded = await sharp(image, { limitInputPixels: limits.imageSidePx ** 2, failOn: 'error' })
    .resize({ width: maxPx, height: maxPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: colour ? quality.colour : quality.data, effort: 4 })
    .toBuffer()
    .catch(() => undefined)
  if (!encoded) return false
  const size = ImageUtils.getSize(image, texture.getMimeType()) ?? [Infinity, Infinity]
  if (encoded.length >= image.length && Math.max(...size) <= maxPx) return true
  texture.setImage(new Uint8Array(encoded)).setMimeType('image/webp').setURI('')
  return true
}
