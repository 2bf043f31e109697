import { Mesh, type Material } from 'three'
import { USDZExporter } from 'three/addons/exporters/USDZExporter.js'
import type { LoadedModel } from './model.js'
import { standingGeometry } from './standing-geometry.js'

/**
 * Writes the model for iOS in its real size, with textures of at most 1,024 pixels a side and without sheen. The pose
 * is baked in and animations are left out, because USDZExporter writes neither joints nor morph targets.
 */
export async function toUsdz({ object }: LoadedModel): Promise<Uint8Array<ArrayBuffer>> {
  // The clone shares geometry and materials with the model on stage, so they are replaced and never changed.
  const inMetres = object.clone()
  inMetres.scale.setScalar(1)
  inMetres.traverse((node) => {
    if (!(node instanceof Mesh)) return
    // The clone's joints belong to the model on stage, so the pose is baked before updateMatrixWorld() moves the clone.
    node.geometry = standingGeometry(node)
    const [material] = [node.material as Material | Material[]].flat()
    // GLTFLoader gives each mesh one material. The array exists only in three's types.
    if (material) node.material = material
  })
  inMetres.updateMatrixWorld(true)
  const bytes: unknown = await new USDZExporter().parseAsync(inMetres, { quickLookCompatible: true })
  return bytes as Uint8Array<ArrayBuffer>
}
