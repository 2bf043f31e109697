import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import { guardAccessors } from './accessors.js'
import { readPictures } from '../textures/gltf-pictures.js'
import { guardMeshes, guardNodes } from './nodes.js'
import { guardDraco } from './draco.js'
import { listOf, arrayOf, objectOf } from '../json.js'
import type { Json, ModelPackage } from '../package.js'
import { pictureReader } from '../textures/pictures.js'
import { assertAtMost, limits } from '../limits.js'

/** Extensions that we keep, decode or convert; a model that requires any other is refused. */
const readable = new Set([
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_avif',
  'EXT_texture_webp',
  'KHR_draco_mesh_compression',
  'KHR_lights_punctual',
  'KHR_materials_anisotropy',
  'KHR_materials_clearcoat',
  'KHR_materials_diffuse_transmission',
  'KHR_materials_dispersion',
  'KHR_materials_emissive_strength',
  'KHR_materials_ior',
  'KHR_materials_iridescence',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_sheen',
  'KHR_materials_specular',
  'KHR_materials_transmission',
  'KHR_materials_unlit',
  'KHR_materials_variants',
  'KHR_materials_volume',
  'KHR_mesh_quantization',
  'KHR_node_visibility',
  'KHR_texture_basisu',
  'KHR_texture_transform',
])

/** The optimiser fails on these extensions even if they are optional. */
const neverReadable = new Set(['KHR_mesh_primitive_restart'])

/**
 * Decoding a picture of 8192 x 8192 px takes 1 s of CPU time, as long as 4 MB of geometry takes. Such a picture
 * weighs as much as 8 MB, because some pictures take longer.
 */
const WEIGHT_OF_PIXEL = 1 / 8

/**
 * Checks a glTF model before any library reads it. A hostile model can make a library read files outside the model's
 * folder, recurse until the process dies, or expand 380 bytes to gigabytes. The guard uses loops, never recursion.
 * @returns the model's weight: bytes of its unpacked geometry, plus an eighth of a byte per texture pixel
 * @throws InputFailure MODEL_* of the first problem
 */
export async function guardModel(model: ModelPackage, readPicture = pictureReader(undefined)): Promise<number> {
  guardExtensions(model.json)
  guardLists(model.json)
  const nodes = listOf(model.json, 'nodes')
  guardNodes(nodes)
  const { counts, bytes } = guardAccessors(model)
  guardDraco(model)
  guardMeshes(listOf(model.json, 'meshes'), nodes, counts)
  return bytes + (await readPictures(model, readPicture)) * WEIGHT_OF_PIXEL
}

function guardExtensions({ extensionsRequired, extensionsUsed }: Json) {
  const names = (list: unknown) => (Array.isArray(list) ? list.map(String) : [])
  const unread =
    names(extensionsRequired).find((name) => !readable.has(name)) ??
    names(extensionsUsed).find((name) => neverReadable.has(name))
  if (unread !== undefined) throw new InputFailure('MODEL_EXTENSION_UNSUPPORTED', { name: cutText(unread, 100) })
}

/** @throws InputFailure MODEL_TOO_COMPLEX, MODEL_DAMAGED */
function guardLists(json: Json): void {
  for (const [key, most] of Object.entries(limits.lists))
    assertAtMost(listOf(json, key).length, most, key as keyof typeof limits.lists)
  let listed = 0
  for (const skin of listOf(json, 'skins')) listed += arrayOf(skin, 'joints').length
  for (const scene of listOf(json, 'scenes')) listed += arrayOf(scene, 'nodes').length
  assertAtMost(listed, limits.listedNodes, 'joints and nodes of scenes')
  let tracks = 0
  for (const clip of listOf(json, 'animations'))
    tracks += listOf(clip, 'samplers').length + listOf(clip, 'channels').length
  assertAtMost(tracks, limits.animationTracks, 'animation tracks')
  guardParts(json)
  const variants = objectOf(objectOf(json, 'extensions'), 'KHR_materials_variants')
  assertAtMost(listOf(variants, 'variants').length, limits.variants, 'colourways')
}

function guardParts(json: Json) {
  let attributes = 0
  let variantUses = 0
  for (const mesh of listOf(json, 'meshes'))
    for (const part of listOf(mesh, 'primitives')) {
      const targets = listOf(part, 'targets')
      assertAtMost(targets.length, limits.morphTargetsPerPrimitive, 'morph targets of one part')
      for (const list of [objectOf(part, 'attributes'), ...targets]) {
        const { length } = Object.keys(list)
        assertAtMost(length, limits.attributesPerPrimitive, 'attributes of one part')
        attributes += length
      }
      for (const mapping of listOf(objectOf(objectOf(part, 'extensions'), 'KHR_materials_variants'), 'mappings'))
        variantUses += 1 + arrayOf(mapping, 'variants').length
    }
  assertAtMost(attributes, limits.attributes, 'attributes')
  assertAtMost(variantUses, limits.variantMappings, 'colourways of parts')
}
