import type { Document, Material } from '@gltf-transform/core'

/** Materials by specular colour and gloss: allowed in files, and written by older exporters, but no longer drawn by three. */
export const GLOSS = 'KHR_materials_pbrSpecularGlossiness'

export const isGloss = (material: Material) => material.getExtension(GLOSS) !== null

export const glossMaterials = (document: Document) => document.getRoot().listMaterials().filter(isGloss)
