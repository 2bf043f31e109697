type GltfFormat = 'glb' | 'gltf'
/** Converted to glTF first. USDZ is a beta: its parsers outside Apple are young. */
export const foreignFormats = ['fbx', 'obj', 'dae', 'ply', 'stl', 'usdz'] as const
export type ForeignFormat = (typeof foreignFormats)[number]

export type ModelFormat = GltfFormat | ForeignFormat | 'zip'

export function isForeign(format: ModelFormat): format is ForeignFormat {
  return (foreignFormats as readonly string[]).includes(format)
}
