import type { Document, Material } from '@gltf-transform/core'

/** Older exporters write specular-glossiness materials, which three does not draw. */
export const GLOSS = 'KHR_materials_pbrSpecularGlossiness'

export const isGloss = (material: Material) => material.getExtension(GLOSS) !== null

export const glossMaterials = (document: Document) => document.getRoot().listMaterials().filter(isGloss)
