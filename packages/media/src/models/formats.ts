/** The 3D formats that are taken. A new one needs its first bytes here and its opener in open.ts. */
export const modelFormats = {
  glb: { firstBytes: Buffer.from('glTF') },
  'gltf-zip': { firstBytes: Buffer.from('PK\x03\x04', 'latin1') },
} as const satisfies Record<string, { firstBytes: Buffer }>

export type ModelFormat = keyof typeof modelFormats
