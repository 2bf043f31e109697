const [TEXT, SMALL_L] = [0x53, 0x6c]

/** By layer name: the name of the record that holds the values, then possible names of the record with the indices. */
const kinds: Record<string, [values: string, ...indices: string[]]> = {
  LayerElementNormal: ['Normals', 'NormalIndex', 'NormalsIndex'],
  LayerElementUV: ['UV', 'UVIndex'],
  LayerElementColor: ['Colors', 'ColorIndex'],
  LayerElementMaterial: ['Materials'],
}

export interface FbxLayer {
  kind: [values: string, ...indices: string[]]
  nameAt: number
  parts: Map<string, number>
}

export function layerOf(name: string, nameAt: number): FbxLayer | undefined {
  const kind = kinds[name]
  return kind && { kind, nameAt, parts: new Map() }
}

/** Marks a layer without indices as direct and renames a layer without values. three's loader would fail on either. */
export function completeLayer(file: Buffer, { kind: [values, ...indices], nameAt, parts }: FbxLayer): void {
  if (!parts.has(values)) {
    file[nameAt] = SMALL_L
    return
  }
  const at = parts.get('ReferenceInformationType')
  if (at === undefined || indices.length === 0 || indices.some((name) => parts.has(name)) || file[at] !== TEXT) return
  const [from, length] = [at + 5, file.readUInt32LE(at + 1)]
  // Readers end a text at a zero byte.
  if (length >= 'Direct'.length) file.fill(0, from, from + length).write('Direct', from, 'latin1')
}
