/** What is shown as it comes, once it is guarded. */
type GltfFormat = 'glb' | 'gltf'
/** What is converted to glTF first. USDZ is a beta: its readers outside Apple's world are young. */
export const foreignFormats = ['fbx', 'obj', 'dae', 'ply', 'stl', 'usdz'] as const
export type ForeignFormat = (typeof foreignFormats)[number]

/** What an upload can be; a zip holds one of the others with its textures. A new one needs its mark in identify.ts. */
export type ModelFormat = GltfFormat | ForeignFormat | 'zip'

export function isForeign(format: ModelFormat): format is ForeignFormat {
  return (foreignFormats as readonly string[]).includes(format)
}
