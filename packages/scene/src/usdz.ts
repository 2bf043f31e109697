import { Mesh, type Material } from 'three'
import { USDZExporter } from 'three/addons/exporters/USDZExporter.js'
import type { LoadedModel } from './model.js'
import { standingGeometry } from './standing-geometry.js'

/**
 * The model as it is worn now, as a .usdz in its real size, to be put on a floor by iOS. Its textures are at most 1,024
 * pixels wide; movements, sheen and clearcoat are left out. The exporter knows neither joints nor morph targets.
 */
export async function toUsdz({ object }: LoadedModel): Promise<Uint8Array<ArrayBuffer>> {
  // Shares geometry and materials with the one on stage.
  const inMetres = object.clone()
  inMetres.scale.setScalar(1)
  inMetres.traverse((node) => {
    if (!(node instanceof Mesh)) return
    // Before the clone is moved: its joints are those of the model on stage.
    node.geometry = standingGeometry(node)
    const [material] = [node.material as Material | Material[]].flat()
    // The format knows one material a mesh.
    if (material) node.material = material
  })
  inMetres.updateMatrixWorld(true)
  const bytes: unknown = await new USDZExporter().parseAsync(inMetres, { quickLookCompatible: true })
  return bytes as Uint8Array<ArrayBuffer>
}
