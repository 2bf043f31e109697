import { Mesh, type Material, type Object3D } from 'three'
import type { GLTF } from 'three/addons/loaders/GLTFLoader.js'

/** An entry of glTF's KHR_materials_variants: the mesh has this material in these variants. */
interface Mapping {
  material: number
  variants: number[]
}
const EXTENSION = 'KHR_materials_variants'

export interface Colourways {
  names: string[]
  /** Applies a colourway to every mesh. Null, an unknown name or an unmapped mesh gives the file's own material. */
  apply(name: string | null): Promise<void>
  /** Every material that a mesh with variants has had since the first apply(), even if no mesh has it now. */
  materials(): Iterable<Material>
}

const mappingsOf = (mesh: Object3D): Mapping[] =>
  (mesh.userData.gltfExtensions as Record<string, { mappings?: Mapping[] }> | undefined)?.[EXTENSION]?.mappings ?? []

/** A variant's materials are loaded when the variant is first applied. */
export function readColourways(gltf: GLTF): Colourways {
  const declared = gltf.userData.gltfExtensions as Record<string, { variants?: { name?: string }[] }> | undefined
  const names = (declared?.[EXTENSION]?.variants ?? []).map((variant, i) => variant.name || `${i + 1}`)
  const meshes: { mesh: Mesh; original: Material | Material[]; mappings: Mapping[] }[] = []
  gltf.scene.traverse((node) => {
    if (node instanceof Mesh && mappingsOf(node).length)
      meshes.push({ mesh: node, original: node.material as Material | Material[], mappings: mappingsOf(node) })
  })
  const made = new Set<Material>()
  let wanted: string | null = null
  const keep = (material: Material | Material[]) => {
    for (const one of [material].flat()) made.add(one)
  }

  return {
    names,
    async apply(name) {
      wanted = name
      const variant = name === null ? -1 : names.indexOf(name)
      const chosen = await Promise.all(
        meshes.map(async ({ original, mappings }) => {
          keep(original)
          const mapping = mappings.find(({ variants }) => variants.includes(variant))
          return mapping ? ((await gltf.parser.getDependency('material', mapping.material)) as Material) : null
        }),
      )
      keep(chosen.filter((material) => material !== null))
      // If another colourway was chosen while the textures were decoding, this one is outdated.
      if (wanted !== name) return
      for (const [i, { mesh, original }] of meshes.entries()) {
        mesh.material = chosen[i] ?? original
        // The loader's material may still lack what this geometry needs (vertex colours, flat shading).
        if (chosen[i]) gltf.parser.assignFinalMaterial(mesh)
        keep(mesh.material)
      }
    },
    materials: () => made,
  }
}
