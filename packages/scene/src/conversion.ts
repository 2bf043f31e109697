import { Group, MathUtils, type Mesh } from 'three'
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js'
import type { ModelSource } from '@toile/contracts/models/models'
import { boundsOf, extractMeshes, makeNormals, standardiseAttributes } from './conversion/geometry.js'
import { standardise } from './conversion/materials.js'
import { ownFiles, type ConvertibleFiles } from './conversion/own-files.js'
import { findUnit, findUp } from './conversion/placement.js'
import { readConvertible, type ConvertibleFormat, type ReadModel } from './conversion/read.js'

/** Larger textures would be reduced for the web anyway. A texture of 8192 px a side takes 268 MB of memory. */
const MAX_TEXTURE_PX = 4096

export class EmptyConversionError extends Error {
  override name = 'EmptyConversionError'
}

/**
 * Converts to an upright, double-sided .glb in metres. `source` names missing and unreadable files. Needs a browser.
 * @throws EmptyConversionError if the file holds no surface, or if the model's size is zero or not finite
 */
export async function convertToGlb(
  format: ConvertibleFormat,
  files: ConvertibleFiles,
): Promise<{ glb: ArrayBuffer; source: ModelSource }> {
  const [main] = files.files
  if (!main) throw new Error('convertToGlb needs at least one file')
  const bytes = await (await fetch(main.url)).arrayBuffer()
  const own = ownFiles(files)
  const model = await readConvertible(format, bytes, own)
  const meshes = extractMeshes(model.object)
  if (meshes.length === 0) throw new EmptyConversionError()
  const normalsMade = makeNormals(meshes, model.hasNormals)
  const lost = standardise(meshes, model.opaque)
  standardiseAttributes(meshes)
  const { root, found } = place(format, model)
  const source = {
    format,
    ...found,
    missingTextures: [...own.missing],
    largestTexturePx: largestTexture(meshes),
    normalsMade,
    ...(model.lostAnimations && { lostAnimations: true }),
    ...((lost.opacity || model.lostOpacity) && { lostOpacity: true }),
    ...(lost.bump && { lostBump: true }),
  }
  return { glb: await write(root, model), source }
}

/** Adds a parent node that scales the model to metres and turns it upright, unless the loader has turned it already. */
function place(format: ConvertibleFormat, { object, declaredMetres, knowsUp }: ReadModel) {
  const turnedByLoader = Math.abs(object.rotation.x) > 1
  const scaledByLoader = object.scale.x || 1
  const bounds = boundsOf(object)
  const longest = Math.max(...bounds.max.map((high, axis) => high - bounds.min[axis]!))
  if (!(longest > 0) || !Number.isFinite(longest)) throw new EmptyConversionError()
  const { metresPerUnit, unitFrom } = findUnit(longest, declaredMetres)
  const upAxis = knowsUp ? (turnedByLoader ? 'z' : 'y') : findUp(format, bounds)
  const root = new Group()
  root.name = 'Upright'
  root.add(object)
  root.scale.setScalar(metresPerUnit)
  if (!knowsUp && upAxis === 'z') root.rotation.x = MathUtils.degToRad(-90)
  return {
    root,
    found: {
      metresPerUnit: metresPerUnit * scaledByLoader,
      unitFrom,
      upAxis,
      upFrom: knowsUp ? 'file' : 'shape',
      longestSide: longest / scaledByLoader,
    } as const,
  }
}

function largestTexture(meshes: Mesh[]): number {
  let largest = 0
  for (const material of meshes.flatMap((mesh) => mesh.material))
    for (const value of Object.values(material) as unknown[]) {
      const image = (value as { isTexture?: true; image?: { width: number; height: number } } | null)?.image
      if (image) largest = Math.max(largest, image.width, image.height)
    }
  return largest
}

async function write(root: Group, { animations }: ReadModel): Promise<ArrayBuffer> {
  const clips = (animations ?? []).filter((clip) => clip.tracks.length > 0)
  const exporter = new GLTFExporter()
  // Deletes `skeleton`, which loaders ignore. GLTFExporter writes the first bone to it, but glTF requires the joints'
  // common root.
  exporter.register((writer) => {
    const { json } = writer as unknown as { json: { skins?: { skeleton?: number }[] } }
    return { afterParse: () => json.skins?.forEach((skin) => delete skin.skeleton) }
  })
  const written = await exporter.parseAsync(root, {
    binary: true,
    animations: clips,
    maxTextureSize: MAX_TEXTURE_PX,
  })
  if (!(written instanceof ArrayBuffer)) throw new Error('GLTFExporter returned no binary .glb')
  return written
}
