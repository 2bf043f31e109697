import sharp from 'sharp'
import type { Fabric } from '../model/document.js'

export interface Pixel {
  /** Height of the relief. Only differences between neighbouring pixels matter. */
  height: number
  /** sRGB values from 0 to 255. */
  colour: readonly [number, number, number]
  /** Roughness from 0 to 1. The look's roughness multiplies this value. */
  roughness: number
  metalness?: number
}

/** Renders colour, normal and roughness maps of a square tile, `size` pixels wide. `slope` scales the relief. */
export async function mapsOf(size: number, slope: number, at: (x: number, y: number) => Pixel): Promise<Fabric> {
  const heights = new Float32Array(size * size)
  const colour = Buffer.alloc(size * size * 3)
  const rough = Buffer.alloc(size * size * 3)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const o = y * size + x
      const pixel = at(x, y)
      heights[o] = pixel.height
      for (let k = 0; k < 3; k++) colour[3 * o + k] = Math.max(0, Math.min(255, Math.round(pixel.colour[k]!)))
      rough[3 * o] = 255
      rough[3 * o + 1] = Math.round(Math.max(0, Math.min(1, pixel.roughness)) * 255)
      rough[3 * o + 2] = Math.round((pixel.metalness ?? 0) * 255)
    }
  const [colourFile, normalFile, roughFile] = await Promise.all([
    jpeg(colour, size, 86),
    jpeg(reliefOf(heights, size, slope), size, 88),
    jpeg(rough, size, 75),
  ])
  return { colour: colourFile, normal: normalFile, rough: roughFile }
}

/** Tileable normal map of the heights. Green points up, as in glTF. */
function reliefOf(heights: Float32Array, size: number, slope: number): Buffer {
  const normals = Buffer.alloc(size * size * 3)
  const h = (x: number, y: number) => heights[((y + size) % size) * size + ((x + size) % size)]!
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const dx = (h(x - 1, y) - h(x + 1, y)) * slope
      const dy = (h(x, y + 1) - h(x, y - 1)) * slope
      const length = Math.hypot(dx, dy, 1)
      const o = 3 * (y * size + x)
      normals[o] = Math.round((dx / length) * 127 + 128)
      normals[o + 1] = Math.round((dy / length) * 127 + 128)
      normals[o + 2] = Math.round((1 / length) * 127 + 128)
    }
  return normals
}

async function jpeg(pixels: Buffer, size: number, quality: number): Promise<Uint8Array> {
  const raw = { width: size, height: size, channels: 3 as const }
  return new Uint8Array(await sharp(pixels, { raw }).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer())
}
