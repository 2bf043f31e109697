declare module 'three/addons/loaders/collada/ColladaComposer.js' {
  import type { Material, MeshBasicMaterial } from 'three'

  interface Effect {
    profile?: {
      technique?: {
        parameters?: { ambient?: { texture: object }; transparent?: { data: { texture?: object } } }
      }
    }
  }

  export class ColladaComposer {
    library: { materials: Record<string, { url?: string }>; effects: Record<string, Effect> }
    fallbackMaterial: MeshBasicMaterial
    getMaterial(id: string): Material
    buildMaterial(data: { url?: string }): Material
    resolveMaterialBinding(keys: string[], instances: Record<string, string>): Material[]
  }
}
