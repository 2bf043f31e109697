import { InputFailure } from '@toile/contracts/failures'
import { guardAccessors } from './guard-accessors.js'
import { guardImages } from './guard-images.js'
import { guardMeshes, guardNodes } from './guard-nodes.js'
import { listOf } from './json.js'
import type { ModelPackage } from './package.js'

/** What the web version can carry; a model that requires anything else cannot be shown as it was meant. */
const readable = new Set([
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_webp',
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
  'KHR_texture_transform',
])

/**
 * Our own look at a model before any library may: libraries follow paths out of the folder, recurse until the process
 * dies, and make gigabytes from 380 bytes. Walks are loops, never recursion.
 * @throws InputFailure MODEL_* of the first thing that is wrong
 */
export async function guardModel(model: ModelPackage): Promise<void> {
  const required = model.json.extensionsRequired ?? []
  for (const name of Array.isArray(required) ? required : [])
    if (!readable.has(String(name)))
      throw new InputFailure('MODEL_EXTENSION_UNSUPPORTED', { name: String(name).slice(0, 100) })
  const nodes = listOf(model.json, 'nodes')
  guardNodes(nodes)
  const counts = guardAccessors(model)
  guardMeshes(listOf(model.json, 'meshes'), nodes, counts)
  await guardImages(model)
}
