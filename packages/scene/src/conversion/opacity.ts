import { Source, type Texture } from 'three'

export type OpaqueShade = 'white' | 'black'

/** The web version reduces larger textures anyway. MAX_PIXELS bounds all merged textures of one model together. */
const MAX_SIDE_PX = 2048
const MAX_PIXELS = 16 * MAX_SIDE_PX ** 2

/**
 * According to Autodesk's SDK, an .fbx links a transparency map, in which black means opaque. But 3ds Max links an
 * opacity map and Blender an alpha map, in which white means opaque.
 */
const shades: Record<string, OpaqueShade> = { Maya: 'black', '3ds Max': 'white', Blender: 'white' }
const MAX_HEAD_BYTES = 64 * 1024
const BINARY_LINK = /L[^]{8}S[^]\0\0\0[\w|]{1,60}\|(?:geometry_)?opacity/
const TEXT_LINK = /"OP", *\d+, *\d+, *"[\w|]{1,60}\|(?:geometry_)?opacity"/

/** Returns the shade that means opaque to the program that wrote an .fbx, or undefined for an unknown program. */
export function opaqueShadeOf(fbx: ArrayBuffer): OpaqueShade | undefined {
  const head = new TextDecoder('latin1').decode(fbx.slice(0, MAX_HEAD_BYTES))
  const program = /ApplicationName[^]{1,60}?(Maya|3ds Max|Blender)/.exec(head)?.[1]
  return program === undefined ? undefined : shades[program]
}

/** Whether an .fbx links an opacity map through Arnold's or Stingray's materials, which FBXLoader ignores. */
export function hasOtherOpacity(fbx: ArrayBuffer): boolean {
  const text = new TextDecoder('latin1').decode(fbx)
  return BINARY_LINK.test(text) || TEXT_LINK.test(text)
}

interface Pixels {
  width: number
  height: number
}

/** Merges opacity maps into the alpha of colour maps, as glTF requires. */
export function opacityMerger(opaque: OpaqueShade | undefined) {
  const merged = new Map<string, Source<OffscreenCanvas>>()
  let pixels = 0
  const make = (colour: Texture | null, opacity: Texture) => {
    const size = sizeOf(colour, opacity)
    pixels += size.width * size.height
    const drawn = pixels <= MAX_PIXELS ? draw(size, colour, opacity, opaque) : undefined
    return drawn && new Source(drawn)
  }
  return {
    lost: false,
    /** Returns the colour map (white if null) with opacity as alpha. On failure, returns `colour` and sets `lost`. */
    merge(colour: Texture | null, opacity: Texture): Texture | null {
      // If one image is both maps, its alpha already holds the opacity.
      if (colour && keyOf(colour) === keyOf(opacity)) return colour
      const key = `${colour ? keyOf(colour) : ''} ${keyOf(opacity)}`
      const source = isSamePlace(colour, opacity) ? (merged.get(key) ?? make(colour, opacity)) : undefined
      if (!source) {
        this.lost = true
        return colour
      }
      merged.set(key, source)
      const texture = (colour ?? opacity).clone()
      texture.source = source
      texture.needsUpdate = true
      return texture
    },
  }
}

/** Equal for two textures of one picture. */
export const keyOf = ({ image, source }: Texture) => (image as { src?: string }).src ?? source.uuid

function sizeOf(colour: Texture | null, opacity: Texture): Pixels {
  const sizes = [colour, opacity].flatMap((texture) => (texture ? [texture.image as Pixels] : []))
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Whether both maps use the same texture coordinates and transform. */
function isSamePlace(colour: Texture | null, opacity: Texture): boolean {
  if (!colour) return true
  colour.updateMatrix()
  opacity.updateMatrix()
  return colour.channel === opacity.channel && colour.flipY === opacity.flipY && colour.matrix.equals(opacity.matrix)
}

function draw({ width, height }: Pixels, colour: Texture | null, opacity: Texture, opaque: OpaqueShade | undefined) {
  const pixelsOf = (texture: Texture) => {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
    context.drawImage(texture.image as CanvasImageSource, 0, 0, width, height)
    return { context, data: context.getImageData(0, 0, width, height) }
  }
  const mask = pixelsOf(opacity).data.data
  // An opacity map with transparent pixels holds the opacity in its alpha channel.
  const hasAlpha = mask.some((value, index) => index % 4 === 3 && value < 250)
  if (!hasAlpha && opaque === undefined) return undefined
  const shown = pixelsOf(colour ?? opacity)
  const { data } = shown.data
  for (let at = 0; at < data.length; at += 4) {
    if (!colour) data.fill(255, at, at + 4)
    // Luminance by ITU-R BT.709.
    const light = 0.2126 * mask[at]! + 0.7152 * mask[at + 1]! + 0.0722 * mask[at + 2]!
    const alpha = hasAlpha ? mask[at + 3]! : opaque === 'white' ? light : 255 - light
    // Both maps can be copies of one image. A product would then apply its alpha twice.
    data[at + 3] = Math.min(data[at + 3]!, alpha)
  }
  shown.context.putImageData(shown.data, 0, 0)
  return shown.context.canvas
}
