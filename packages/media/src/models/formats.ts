type GltfFormat = 'glb' | 'gltf'
/** Formats that are converted to glTF before use. USDZ is in beta, because parsers other than Apple's are young. */
export const foreignFormats = ['fbx', 'obj', 'dae', 'ply', 'stl', 'usdz'] as const
export type ForeignFormat = (typeof foreignFormats)[number]

export type ModelFormat = GltfFormat | ForeignFormat | 'zip'

export function isForeign(format: ModelFormat): format is ForeignFormat {
  return (foreignFormats as readonly string[]).includes(format)
}
