import {
  DataUtils,
  FloatType,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from 'three'
import type { LightingName } from '@toile/contracts/models/appearance.constants'

// Prepared surroundings as bytes: the six faces of each mipmap level, four half floats per pixel. Preparing them takes
// 2 s without a GPU, and they are the same for every model.

const FACES = 6
/** Light is blurred by 2.3 degrees, and a pixel covers 0.7. At four times the CPU time, 256 px would show no more. */
export const SURROUNDINGS_SIDE = 128
const SMALLEST = 8
const BYTES_PER_PIXEL = 8
const sides: number[] = []
for (let side = SURROUNDINGS_SIDE; side >= SMALLEST; side /= 2) sides.push(side)

export function readSurroundings(renderer: WebGLRenderer, target: WebGLCubeRenderTarget): Uint8Array<ArrayBuffer> {
  const gl = renderer.getContext() as WebGL2RenderingContext
  const texture = textureOf(renderer, target)
  const bytes = new Uint8Array(lengthOf(sides))
  const framebuffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  eachPart(bytes, (face, level, side, pixels) => {
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, faceOf(gl, face), texture, level)
    gl.readPixels(0, 0, side, side, gl.RGBA, gl.HALF_FLOAT, pixels)
  })
  gl.deleteFramebuffer(framebuffer)
  renderer.resetState()
  return bytes
}

/** Uploads a lighting's prepared surroundings; undefined for a lighting that was not prepared. */
export type PreparedSurroundings = (renderer: WebGLRenderer, name: LightingName) => WebGLCubeRenderTarget | undefined

/** @param names the lightings in `bytes`, in order @param bytes joined results of readSurroundings() */
export const preparedSurroundings =
  (names: readonly LightingName[], bytes: Uint8Array<ArrayBuffer>): PreparedSurroundings =>
  (renderer, name) => {
    const each = bytes.length / names.length
    const at = names.indexOf(name) * each
    return at < 0 ? undefined : writeSurroundings(renderer, bytes.subarray(at, at + each))
  }

/** @throws RangeError when `bytes` is not as long as a result of readSurroundings() */
function writeSurroundings(renderer: WebGLRenderer, bytes: Uint8Array<ArrayBuffer>): WebGLCubeRenderTarget {
  if (bytes.length !== lengthOf(sides))
    throw new RangeError(`surroundings have ${bytes.length} bytes, expected ${lengthOf(sides)}`)
  const target = new WebGLCubeRenderTarget(SURROUNDINGS_SIDE, {
    minFilter: LinearMipmapLinearFilter,
    generateMipmaps: false,
    // A software renderer would unpack half floats for every pixel, which takes a third of its time.
    type: FloatType,
    colorSpace: LinearSRGBColorSpace,
    depthBuffer: false,
  })
  // PMREMGenerator sets these marks. Without them, three would take this for a plain cube map and filter it again.
  target.texture.mipmaps = sides.map((side) => ({ width: side, height: side })) as never
  Object.assign(target.texture, { name: 'PMREM', isPMREMTexture: true })
  renderer.initRenderTarget(target)
  const gl = renderer.getContext() as WebGL2RenderingContext
  gl.bindTexture(gl.TEXTURE_CUBE_MAP, textureOf(renderer, target))
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  eachPart(bytes, (face, level, side, pixels) =>
    gl.texSubImage2D(
      faceOf(gl, face),
      level,
      0,
      0,
      side,
      side,
      gl.RGBA,
      gl.FLOAT,
      Float32Array.from(pixels, (half) => DataUtils.fromHalfFloat(half)),
    ),
  )
  renderer.resetState()
  return target
}

const faceOf = (gl: WebGL2RenderingContext, face: number) => gl.TEXTURE_CUBE_MAP_POSITIVE_X + face
const lengthOf = (list: number[]) => list.reduce((sum, side) => sum + FACES * side * side * BYTES_PER_PIXEL, 0)

function textureOf(renderer: WebGLRenderer, target: WebGLCubeRenderTarget): WebGLTexture {
  return (renderer.properties.get(target.texture) as { __webglTexture: WebGLTexture }).__webglTexture
}

function eachPart(
  bytes: Uint8Array<ArrayBuffer>,
  see: (face: number, level: number, side: number, pixels: Uint16Array<ArrayBuffer>) => void,
) {
  let at = bytes.byteOffset
  for (const [level, side] of sides.entries())
    for (let face = 0; face < FACES; face++) {
      see(face, level, side, new Uint16Array(bytes.buffer, at, side * side * 4))
      at += side * side * BYTES_PER_PIXEL
    }
}
