import {
  TextureLoader,
  type AnimationClip,
  type Mesh,
  type MeshPhongMaterial,
  type Object3D,
  type Texture,
} from 'three'
import { ColladaComposer } from 'three/addons/loaders/collada/ColladaComposer.js'
import { TGALoader } from 'three/addons/loaders/TGALoader.js'

/** ColladaLoader gives every .tga to TGALoader (three.js#13786), but guardForeign() made them PNG, JPEG or WebP. */
export function readTgaAsPicture(): void {
  TGALoader.prototype.load = function (this: TGALoader, url, onLoad, onProgress, onError) {
    const loader = new TextureLoader(this.manager).setPath(this.path)
    return loader.load(url, onLoad as (texture: Texture) => void, onProgress, onError) as never
  }
}

const { buildMaterial, getMaterial, resolveMaterialBinding } = ColladaComposer.prototype

/**
 * Makes ColladaLoader paint meshes without a material in `colour` instead of magenta, accept missing materials and
 * effects, and read opacity maps (three.js#13792). The opacity maps borrow the slot of ambient maps.
 */
export function patchColladaMaterials(colour: number): void {
  const { prototype } = ColladaComposer
  prototype.getMaterial = function (id) {
    return this.library.materials[id] ? getMaterial.call(this, id) : this.fallbackMaterial
  }
  prototype.buildMaterial = function (data) {
    const effect = this.library.effects[data.url ?? '']
    if (!effect) return this.fallbackMaterial
    const parameters = effect.profile?.technique?.parameters
    const opacity = parameters?.transparent?.data.texture
    if (parameters && opacity) parameters.ambient = { texture: opacity }
    const material = buildMaterial.call(this, data)
    if (opacity) Object.assign(material, { alphaMap: (material as MeshPhongMaterial).lightMap })
    return material
  }
  prototype.resolveMaterialBinding = function (keys, instances) {
    this.fallbackMaterial.color.set(colour)
    return resolveMaterialBinding.call(this, keys, instances)
  }
}

const NUMBERED_TARGET = /^(.*\.morphTargetInfluences)\[(\d+)\]$/

/** FBXLoader refers to blend shapes by number, but GLTFExporter expects their names (three.js#14817, #17579). */
export function nameMorphTracks(object: Object3D, clips: AnimationClip[]): void {
  for (const clip of clips)
    for (const track of clip.tracks) {
      const [, property, number] = NUMBERED_TARGET.exec(track.name) ?? []
      if (property === undefined) continue
      const mesh = object.getObjectByName(property.slice(0, property.lastIndexOf('.'))) as Mesh | undefined
      const names = Object.entries(mesh?.morphTargetDictionary ?? {})
      const name = names.find(([, index]) => index === Number(number))?.[0]
      if (name !== undefined) track.name = `${property}[${name}]`
    }
}
