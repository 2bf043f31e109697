import type { Document, Material } from '@gltf-transform/core'

/** Specular-glossiness materials, written by older exporters; three does not draw them. */
export const GLOSS = 'KHR_materials_pbrSpecularGlossiness'

export const isGloss = (material: Material) => material.getExtension(GLOSS) !== null

export const glossMaterials = (document: Document) => document.getRoot().listMaterials().filter(isGloss)
