import type { Texture } from 'three'
import {
  DoubleSide,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Color,
  type Material,
  type Mesh,
  type MeshPhongMaterial,
} from 'three'
import { keyOf, opacityMerger, type OpaqueShade } from './opacity.js'

/** A lower value counts as "not set", because exporters write 0 for that. */
const MIN_OPACITY = 0.02
/** Cloth is never a mirror. A stronger highlight comes from an exporter's default. */
const MIN_ROUGHNESS = 0.3
/** The specular exponent that Blender and others write for a mirror. */
const MIRROR_SHININESS = 1000
const SAMPLE_PX = 48

/** Kinds of maps of which one was left out. */
export interface LostMaps {
  opacity: boolean
  bump: boolean
}

/** Replaces every material by a metallic-roughness one, as in glTF. @returns what was left out */
export function standardise(meshes: Mesh[], opaque: OpaqueShade | undefined): LostMaps {
  const made = new Map<Material, MeshStandardMaterial>()
  const opacity = opacityMerger(opaque)
  let bump = false
  const standard = (material: Material) => {
    const known = made.get(material) ?? toStandard(material, opacity)
    made.set(material, known)
    bump ||= losesBump(material, known)
    return known
  }
  for (const mesh of meshes) {
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(standard) : standard(mesh.material)
    // glTF always multiplies by vertex colours, even where the source material ignores them.
    if (![mesh.material].flat().some((material) => material.vertexColors)) mesh.geometry.deleteAttribute('color')
  }
  return { opacity: opacity.lost, bump }
}

type MaterialProperties = Partial<
  Pick<
    MeshPhongMaterial,
    | 'color'
    | 'emissive'
    | 'map'
    | 'alphaMap'
    | 'emissiveMap'
    | 'aoMap'
    | 'bumpMap'
    | 'normalMap'
    | 'normalScale'
    | 'shininess'
  >
>

function toStandard(given: Material, opacity: ReturnType<typeof opacityMerger>): MeshStandardMaterial {
  const old = given as Material & MaterialProperties
  const standard = given instanceof MeshStandardMaterial ? given : undefined
  const material = new MeshStandardMaterial({
    name: old.name,
    roughness:
      standard?.roughness ??
      Math.max(MIN_ROUGHNESS, 1 - Math.sqrt(Math.min(1, (old.shininess ?? 30) / MIRROR_SHININESS))),
    metalness: standard?.metalness ?? 0,
    // Few of these formats say which sides are visible. A model's cloth has no thickness, so its inside must show.
    side: DoubleSide,
    vertexColors: old.vertexColors,
  })
  if (old.emissive) material.emissive.copy(old.emissive)
  material.map = withPicture(old.map)
  if (old.color && !(material.map && isBlack(old.color))) material.color.copy(old.color)
  const alphaMap = withPicture(old.alphaMap)
  if (alphaMap) material.map = opacity.merge(material.map, alphaMap)
  material.emissiveMap = withPicture(old.emissiveMap)
  for (const texture of [material.map, material.emissiveMap]) if (texture) texture.colorSpace = SRGBColorSpace
  material.aoMap = withPicture(old.aoMap)
  material.roughnessMap = withPicture(standard?.roughnessMap)
  material.metalnessMap = withPicture(standard?.metalnessMap)
  const bump = withPicture(old.bumpMap)
  material.normalMap = withPicture(old.normalMap) ?? (bump && isNormalMap(bump) ? bump : null)
  if (material.normalMap && old.normalScale) material.normalScale.copy(old.normalScale)
  setTransparency(material, old)
  return material
}

/** glTF has no bump maps, which hold heights and not directions. */
function losesBump({ bumpMap }: Material & MaterialProperties, { normalMap }: MeshStandardMaterial): boolean {
  const bump = withPicture(bumpMap)
  return bump !== null && !(normalMap && keyOf(normalMap) === keyOf(bump))
}

/** Maya and others give textured materials the colour black. It is ignored: glTF would multiply the texture by it. */
const isBlack = ({ r, g, b }: Color) => r + g + b === 0

function withPicture(texture: Texture | null | undefined): Texture | null {
  const image = texture?.image as { width?: number; height?: number } | null | undefined
  // Raw pixel data cannot be drawn to a canvas.
  const isDrawable = image?.width && image.height && !('data' in image)
  return texture && isDrawable ? texture : null
}

/** Some exporters also link the colour map as transparency. An opaque map must not make the garment transparent. */
function setTransparency(material: MeshStandardMaterial, old: Material) {
  const alphas = material.map ? samples(material.map).filter((_, index) => index % 4 === 3) : []
  const clear = alphas.filter((alpha) => alpha < 250)
  const between = clear.filter((alpha) => alpha > 10)
  material.opacity = old.opacity < MIN_OPACITY ? 1 : old.opacity
  if (material.opacity < 1 || (old.transparent && between.length > alphas.length * 0.05)) material.transparent = true
  else if (clear.length > 0 && old.transparent) material.alphaTest = 0.5
}

/** Some exporters write the normal map as a bump map. A normal map is recognised by its light blue all over. */
function isNormalMap(texture: Texture): boolean {
  const pixels = samples(texture)
  const mean = (channel: number) =>
    pixels.reduce((sum, value, index) => (index % 4 === channel ? sum + value : sum), 0) / (pixels.length / 4)
  return Math.abs(mean(0) - 128) < 30 && Math.abs(mean(1) - 128) < 30 && mean(2) > 180
}

function samples(texture: Texture): number[] {
  const context = new OffscreenCanvas(SAMPLE_PX, SAMPLE_PX).getContext('2d')!
  context.drawImage(texture.image as CanvasImageSource, 0, 0, SAMPLE_PX, SAMPLE_PX)
  return [...context.getImageData(0, 0, SAMPLE_PX, SAMPLE_PX).data]
}
