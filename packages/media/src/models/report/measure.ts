import type { Document, Texture } from '@gltf-transform/core'
import type { MappingList, Variant } from '@gltf-transform/extensions'
import { getGLPrimitiveCount } from '@gltf-transform/functions'
import type { ModelFacts, ModelTexture } from '@toile/contracts/models/models'
import { InputFailure } from '@toile/contracts/failures'
import { instanceCount, sizeOf } from './size.js'
import { damaged } from '../package.js'

/** Takes a document that was only read, or optimised but not packed. @throws InputFailure MODEL_EMPTY, MODEL_DAMAGED */
export function measureModel(document: Document): ModelFacts {
  const root = document.getRoot()
  const scene = root.getDefaultScene() ?? root.listScenes()[0]
  if (!scene) throw new InputFailure('MODEL_EMPTY')
  let triangles = 0
  let vertices = 0
  let drawCalls = 0
  scene.traverse((node) => {
    const times = instanceCount(node)
    for (const primitive of node.getMesh()?.listPrimitives() ?? []) {
      drawCalls++
      triangles += getGLPrimitiveCount(primitive) * times
      vertices += primitive.getAttribute('POSITION')?.getCount() ?? 0
    }
  })
  if (triangles === 0) throw new InputFailure('MODEL_EMPTY')
  const { min, max, areaSquareMetres } = sizeOf(scene)
  const [widthMetres, heightMetres, depthMetres] = max.map((high, axis) => high - (min[axis] as number)) as [
    number,
    number,
    number,
  ]
  if (![widthMetres, heightMetres, depthMetres].every(Number.isFinite)) throw damaged('its size is no number')
  const textures = root.listTextures().map(measureTexture)
  const geometryBytes = root.listAccessors().reduce((sum, accessor) => sum + accessor.getByteLength(), 0)
  return {
    triangles,
    vertices,
    drawCalls,
    materials: root.listMaterials().length,
    textures,
    gpuBytes: textures.reduce((sum, texture) => sum + texture.gpuBytes, geometryBytes),
    widthMetres,
    heightMetres,
    depthMetres,
    areaSquareMetres,
    animations: root.listAnimations().map((animation) => ({
      name: animation.getName(),
      durationSeconds: animation
        .listSamplers()
        .reduce((longest, sampler) => Math.max(longest, sampler.getInput()?.getMax([])[0] ?? 0), 0),
    })),
    colourways: colourways(document),
  }
}

function measureTexture(texture: Texture): ModelTexture {
  const [widthPx, heightPx] = texture.getSize() ?? [0, 0]
  return {
    name: texture.getName(),
    mimeType: texture.getMimeType(),
    bytes: texture.getImage()?.length ?? 0,
    widthPx,
    heightPx,
    // A pixel takes four bytes (RGBA), and mipmaps add a third.
    gpuBytes: Math.round((widthPx * heightPx * 4 * 4) / 3),
  }
}

function colourways(document: Document): string[] {
  const names = new Set<string>()
  for (const mesh of document.getRoot().listMeshes())
    for (const primitive of mesh.listPrimitives())
      for (const mapping of primitive.getExtension<MappingList>('KHR_materials_variants')?.listMappings() ?? [])
        for (const variant of mapping.listVariants() as Variant[]) names.add(variant.getName())
  return [...names]
}
