import type { ModelReport } from '@toile/contracts/models/models'
import type { Document } from '@gltf-transform/core'
import { GLOSS } from '../gloss.js'
import { listOf } from '../json.js'
import { WEB_TEXTURE_PX } from '../limits.js'
import type { ModelPackage } from '../package.js'

/** What our viewers do not read, and loses its extension on the way. */
const changed = new Set([
  GLOSS,
  'EXT_texture_avif',
  'KHR_draco_mesh_compression',
  'KHR_node_visibility',
  'KHR_texture_basisu',
  // It looks the other way.
  'VRM',
])

/**
 * Whether an uploaded .glb can be shown without any change: all in one file, without faults, its textures no larger
 * than those of the web version. `document` is what was read of it.
 */
export function canStayAsItCame({ json, pictures }: ModelPackage, report: ModelReport, document: Document): boolean {
  const parts = [...listOf(json, 'buffers'), ...listOf(json, 'images')]
  const used = Array.isArray(json.extensionsUsed) ? json.extensionsUsed : []
  return (
    report.errors === 0 &&
    pictures.size === 0 &&
    // Readers differ in what they show of several scenes when none is named.
    (json.scene !== undefined || listOf(json, 'scenes').length === 1) &&
    !used.some((name) => changed.has(String(name))) &&
    parts.every(({ uri }) => uri === undefined) &&
    !isSkinnedInPart(json) &&
    document
      .getRoot()
      .listTextures()
      .every((texture) => Math.max(...(texture.getSize() ?? [Infinity])) <= WEB_TEXTURE_PX)
  )
}

/** Whether one mesh is used with a skin and without one: separateSkinned() makes two of it. */
function isSkinnedInPart(json: ModelPackage['json']): boolean {
  const nodes = listOf(json, 'nodes').filter(({ mesh }) => mesh !== undefined)
  const skinned = new Set(nodes.flatMap(({ mesh, skin }) => (skin === undefined ? [] : [mesh])))
  return nodes.some(({ mesh, skin }) => skin === undefined && skinned.has(mesh))
}
