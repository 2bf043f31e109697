import { arrayOf, listOf, objectOf } from './json.js'
import { atMost, limits } from './limits.js'
import type { Json } from './package.js'

/** The lists of a model, and those inside them, stay as short as a garment's. @throws InputFailure MODEL_TOO_COMPLEX, MODEL_DAMAGED */
export function guardLists(json: Json): void {
  for (const [key, most] of Object.entries(limits.lists))
    atMost(listOf(json, key).length, most, key as keyof typeof limits.lists)
  let listed = 0
  for (const skin of listOf(json, 'skins')) listed += arrayOf(skin, 'joints').length
  for (const scene of listOf(json, 'scenes')) listed += arrayOf(scene, 'nodes').length
  atMost(listed, limits.listedNodes, 'joints and nodes of scenes')
  let tracks = 0
  for (const clip of listOf(json, 'animations'))
    tracks += listOf(clip, 'samplers').length + listOf(clip, 'channels').length
  atMost(tracks, limits.animationTracks, 'animation tracks')
  guardParts(json)
  const variants = objectOf(objectOf(json, 'extensions'), 'KHR_materials_variants')
  atMost(listOf(variants, 'variants').length, limits.variants, 'colourways')
}

function guardParts(json: Json) {
  let attributes = 0
  let variantUses = 0
  for (const mesh of listOf(json, 'meshes'))
    for (const part of listOf(mesh, 'primitives')) {
      const targets = listOf(part, 'targets')
      atMost(targets.length, limits.partTargets, 'morph targets of one part')
      for (const list of [objectOf(part, 'attributes'), ...targets]) {
        const { length } = Object.keys(list)
        atMost(length, limits.partAttributes, 'attributes of one part')
        attributes += length
      }
      for (const mapping of listOf(objectOf(objectOf(part, 'extensions'), 'KHR_materials_variants'), 'mappings'))
        variantUses += 1 + arrayOf(mapping, 'variants').length
    }
  atMost(attributes, limits.attributes, 'attributes')
  atMost(variantUses, limits.variantUses, 'colourways of parts')
}
