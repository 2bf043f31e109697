declare module 'three/addons/loaders/collada/ColladaComposer.js' {
  import type { Material, MeshBasicMaterial } from 'three'

  export class ColladaComposer {
    library: { materials: Record<string, { url?: string }>; effects: Record<string, unknown> }
    fallbackMaterial: MeshBasicMaterial
    getMaterial(id: string): Material
    resolveMaterialBinding(keys: string[], instances: Record<string, string>): Material[]
  }
}
