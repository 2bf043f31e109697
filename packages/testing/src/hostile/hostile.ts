import type { FailureCode } from '@toile/contracts/failures'

export interface HostileFile {
  /** Name of the attack, with the id of its threat if it has one. */
  name: string
  code: FailureCode
  make(): Promise<Buffer> | Buffer
  /** If set, the test runs all of prepareModel(), as for files over 16 MiB. On other files, it runs only the guard. */
  wholeWay?: true
}

export type Json = Record<string, unknown>

export const corners = Buffer.alloc(36)

/** A valid glTF with one triangle. Many attacks replace some of its properties. */
export const triangle: Json = {
  asset: { version: '2.0' },
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
}

export const glbWith = (change: Json, binary?: Buffer): Buffer => glbOf({ ...triangle, ...change }, binary)

export function glbOf(json: Json | string, binary: Buffer = corners): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json))
  const body = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')])
  const header = Buffer.from('glTF\x02\0\0\0\0\0\0\0', 'latin1')
  header.writeUInt32LE(12 + 8 + body.length + 8 + binary.length, 8)
  return Buffer.concat([header, chunk('JSON', body), chunk('BIN\0', binary)])
}

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
