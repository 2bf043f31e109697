const [TEXT, SMALL_L] = [0x53, 0x6c]

/** What a layer of a mesh is by its name, the record of its values, and those that its indices may stand in. */
const kinds: Record<string, [values: string, ...indices: string[]]> = {
  LayerElementNormal: ['Normals', 'NormalIndex', 'NormalsIndex'],
  LayerElementUV: ['UV', 'UVIndex'],
  LayerElementColor: ['Colors', 'ColorIndex'],
  LayerElementMaterial: ['Materials'],
}

/** A layer of a mesh in a binary .fbx: normals, texture coordinates, colours or materials. */
export interface FbxLayer {
  kind: [values: string, ...indices: string[]]
  nameAt: number
  /** Where the values of each of its records begin. */
  parts: Map<string, number>
}

/** The layer that a record of this name begins; undefined for any other record. */
export function layerOf(name: string, nameAt: number): FbxLayer | undefined {
  const kind = kinds[name]
  return kind && { kind, nameAt, parts: new Map() }
}

/**
 * Changes a layer of which less came than it announces, in place: three's reader would fail. One without values is renamed,
 * so that none is found; values whose indices are missing are taken in their order.
 */
export function completeLayer(file: Buffer, { kind: [values, ...indices], nameAt, parts }: FbxLayer): void {
  if (!parts.has(values)) {
    file[nameAt] = SMALL_L
    return
  }
  const at = parts.get('ReferenceInformationType')
  if (at === undefined || indices.length === 0 || indices.some((name) => parts.has(name)) || file[at] !== TEXT) return
  const [from, length] = [at + 5, file.readUInt32LE(at + 1)]
  // Readers stop at a zero.
  if (length >= 'Direct'.length) file.fill(0, from, from + length).write('Direct', from, 'latin1')
}
