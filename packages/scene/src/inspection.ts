import {
  DataTexture,
  LinearFilter,
  Mesh,
  MeshBasicMaterial,
  MeshMatcapMaterial,
  MeshNormalMaterial,
  MeshStandardMaterial,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  type Material,
  type Object3D,
  type Side,
  type Texture,
} from 'three'
import type { Inspection } from '@toile/contracts/models/appearance.constants'

type Worn = Material | Material[]

export interface Inspector {
  show(mode: Inspection): void
  dispose(): void
}

/** A ball lit from the upper left, for MeshMatcapMaterial; 64 pixels suffice for its soft light. */
function makeMatcap(): DataTexture {
  const side = 64
  const pixels = new Uint8Array(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const x = ((i % side) + 0.5) / (side / 2) - 1
    const y = (Math.floor(i / side) + 0.5) / (side / 2) - 1
    const z = Math.sqrt(Math.max(0, 1 - x * x - y * y))
    const light = Math.max(0, x * -0.45 + y * 0.6 + z * 0.66)
    const grey = 46 + 190 * light + 30 * light ** 24
    pixels.set([Math.min(255, grey * 1.02), Math.min(255, grey), Math.min(255, grey * 0.97), 255], i * 4)
  }
  return finish(new DataTexture(pixels, side, side))
}

/** The letter F, which shows a mirrored or rotated unwrapping: no turn of it is its mirror image. */
const letter = ['00000000', '01111100', '01000000', '01000000', '01111000', '01000000', '01000000', '00000000']

/** A checker of 8 x 8 squares in four shades, each with the letter, so that stretch, rotation and mirroring show. */
function makeChecker(): DataTexture {
  const shades = [
    [236, 230, 220],
    [196, 90, 64],
    [58, 96, 120],
    [38, 34, 32],
  ] as const
  const squarePx = 2 * letter.length
  const side = 8 * squarePx
  const pixels = new Uint8Array(side * side * 4)
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    const shade = (Math.floor(x / squarePx) & 1) + (Math.floor(y / squarePx) & 1) * 2
    // In glTF, the first row of a texture is its top, as the first line of the letter is.
    const isLetter = letter[(y % squarePx) >> 1]![(x % squarePx) >> 1] === '1'
    pixels.set([...shades[isLetter ? (shade === 0 ? 3 : 0) : shade]!, 255], i * 4)
  }
  const texture = finish(new DataTexture(pixels, side, side))
  texture.magFilter = NearestFilter
  texture.repeat.set(4, 4)
  return texture
}

function finish(texture: DataTexture): DataTexture {
  texture.colorSpace = SRGBColorSpace
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.generateMipmaps = true
  texture.needsUpdate = true
  return texture
}

/** Shows a channel times `factor` as grey. The power 2.2 cancels the sRGB output, so 0.5 is mid grey on screen. */
function channelMaterial(texture: Texture | null, channel: 'g' | 'b', factor: number, side: Side): MeshBasicMaterial {
  const material = new MeshBasicMaterial({ map: texture, side, toneMapped: false })
  const value = texture ? `sampledDiffuseColor.${channel} * ${factor.toFixed(4)}` : factor.toFixed(4)
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <map_fragment>',
      `#include <map_fragment>\n diffuseColor.rgb = vec3(pow(${value}, 2.2));`,
    )
  }
  material.customProgramCacheKey = () => `channel ${value}`
  return material
}

/** @param root the model; meshes added to it keep their materials until the next show() */
export function createInspector(root: Object3D): Inspector {
  const own = new Map<Mesh, Worn>()
  const made: Material[] = []
  let matcap: DataTexture | null = null
  let checker: DataTexture | null = null

  const materialFor = (mode: Exclude<Inspection, 'none'>, of: Material, mesh: Mesh): Material => {
    const { side } = of
    const standard = of instanceof MeshStandardMaterial ? of : null
    const { normalMap = null, normalScale } = standard ?? {}
    const bumps = normalMap ? { normalMap, normalScale } : {}
    switch (mode) {
      case 'wireframe':
        return new MeshBasicMaterial({ color: '#8a8178', wireframe: true, toneMapped: false })
      case 'matcap':
        return new MeshMatcapMaterial({ matcap: (matcap ??= makeMatcap()), side, ...bumps })
      case 'uv': {
        const unwrapped = mesh.geometry.getAttribute('uv') !== undefined
        return unwrapped
          ? new MeshBasicMaterial({ map: (checker ??= makeChecker()), side, toneMapped: false })
          : new MeshBasicMaterial({ color: '#ff00c8', side, toneMapped: false })
      }
      case 'normals':
        return new MeshNormalMaterial({ side, ...bumps })
      case 'baseColour': {
        const { map = null, color } = standard ?? {}
        return new MeshBasicMaterial({
          ...(color && { color }),
          map,
          side,
          vertexColors: of.vertexColors,
          toneMapped: false,
        })
      }
      case 'roughness':
        return channelMaterial(standard?.roughnessMap ?? null, 'g', standard?.roughness ?? 1, side)
      case 'metalness':
        return channelMaterial(standard?.metalnessMap ?? null, 'b', standard?.metalness ?? 0, side)
    }
  }

  const giveBack = () => {
    for (const [mesh, worn] of own) mesh.material = worn
    own.clear()
    for (const material of made) material.dispose()
    made.length = 0
  }

  return {
    show(mode) {
      giveBack()
      if (mode === 'none') return
      root.traverse((node) => {
        if (!(node instanceof Mesh)) return
        const worn = node.material as Worn
        own.set(node, worn)
        const shown = [worn].flat().map((material) => materialFor(mode, material, node))
        made.push(...shown)
        node.material = Array.isArray(worn) ? shown : shown[0]!
      })
    },
    dispose() {
      giveBack()
      matcap?.dispose()
      checker?.dispose()
    },
  }
}
