import { Matrix4, SkinnedMesh, type Object3D } from 'three'
import { unzlibSync } from 'three/addons/libs/fflate.module.js'

const [TEXT, INT, LONG, DOUBLES] = [0x53, 0x49, 0x4c, 0x64]
const HEAD_BYTES = 27
const VERSION_AT = 23
/** Offsets have 64 bits in this and later versions. */
const WIDE_VERSION = 7500
/** Bytes before a text (type and length) and before an array (type, length, encoding and packed length). */
const [TEXT_HEAD_BYTES, LIST_HEAD_BYTES] = [5, 13]
const MATRIX_NUMBERS = 16
const [Y, Z] = [1, 2]

/** Facts of an .fbx that FBXLoader misinterprets or does not read. */
export interface FbxFacts {
  isZUp: boolean
  /** Matrix from mesh to bone at bind time, by cluster id. */
  bindings: Map<number, number[]>
}

/** Reads the facts of a checked binary .fbx, and sets its up axis to y in place. */
export function takeFacts(file: ArrayBuffer): FbxFacts {
  const view = new DataView(file)
  const facts: FbxFacts = { isZUp: false, bindings: new Map() }
  const inside = ({ insideAt, end }: FbxRecord, name: string) =>
    recordsOf(view, insideAt, end).filter((record) => record.name === name)
  for (const record of recordsOf(view, HEAD_BYTES, file.byteLength)) {
    if (record.name === 'GlobalSettings')
      for (const property of inside(record, 'Properties70').flatMap((properties) => inside(properties, 'P'))) {
        const at = upAxisAt(view, property)
        if (at === undefined) continue
        facts.isZUp = view.getInt32(at, true) === Z
        view.setInt32(at, Y, true)
      }
    if (record.name === 'Objects')
      for (const deformer of inside(record, 'Deformer')) {
        const [transform] = inside(deformer, 'Transform')
        const matrix = transform && view.getUint8(deformer.valuesAt) === LONG && matrixAt(view, transform.valuesAt)
        if (matrix) facts.bindings.set(Number(view.getBigInt64(deformer.valuesAt + 1, true)), matrix)
      }
  }
  return facts
}

/** Does the same as takeFacts() for a text .fbx from plainFbxText(). Returns the text with y as its up axis. */
export function takeTextFacts(text: string): { facts: FbxFacts; text: string } {
  const facts: FbxFacts = { isZUp: false, bindings: new Map() }
  for (const deformer of text.split(/^\tDeformer:/m).slice(1)) {
    const matrix = /\tTransform: *\*16 *\{\s*a:([^}]+)\}/.exec(deformer)?.[1]
    if (matrix) facts.bindings.set(Number.parseInt(deformer), matrix.split(',').map(Number))
  }
  const yUp = text.replace(/^(\t+P: *"UpAxis",.*, *)(-?\d+)$/m, (_, before: string, axis: string) => {
    facts.isZUp = Number(axis) === Z
    return before + Y
  })
  return { facts, text: yUp }
}

interface FbxRecord {
  name: string
  valuesAt: number
  insideAt: number
  end: number
}

function recordsOf(view: DataView, from: number, to: number): FbxRecord[] {
  const wide = view.getUint32(VERSION_AT, true) >= WIDE_VERSION
  const word = wide ? 8 : 4
  const wordAt = (at: number) => (wide ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true))
  const records: FbxRecord[] = []
  for (let at = from; at + 3 * word < to;) {
    const end = wordAt(at)
    // An empty record ends a list.
    if (end <= at) break
    const nameAt = at + 3 * word + 1
    const valuesAt = nameAt + view.getUint8(nameAt - 1)
    records.push({ name: textAt(view, nameAt, valuesAt), valuesAt, insideAt: valuesAt + wordAt(at + 2 * word), end })
    at = end
  }
  return records
}

const textAt = (view: DataView, from: number, to: number) =>
  new TextDecoder().decode(new Uint8Array(view.buffer, from, to - from))

/** Offset of UpAxis's value, or undefined for another property. The value follows the name and three more texts. */
function upAxisAt(view: DataView, { valuesAt, insideAt }: FbxRecord): number | undefined {
  let at = valuesAt
  for (let texts = 0; texts < 4; texts++) {
    if (at >= insideAt || view.getUint8(at) !== TEXT) return undefined
    const end = at + TEXT_HEAD_BYTES + view.getUint32(at + 1, true)
    if (texts === 0 && textAt(view, at + TEXT_HEAD_BYTES, end) !== 'UpAxis') return undefined
    at = end
  }
  return at < insideAt && view.getUint8(at) === INT ? at + 1 : undefined
}

function matrixAt(view: DataView, at: number): number[] | undefined {
  if (view.getUint8(at) !== DOUBLES || view.getUint32(at + 1, true) !== MATRIX_NUMBERS) return undefined
  const isPacked = view.getUint32(at + 5, true) === 1
  const length = isPacked ? view.getUint32(at + 9, true) : MATRIX_NUMBERS * 8
  const bytes = new Uint8Array(view.buffer, at + LIST_HEAD_BYTES, length)
  // The bytes are copied, because a Float64Array must begin at a multiple of 8 bytes.
  return Array.from(new Float64Array((isPacked ? unzlibSync(bytes) : bytes).slice().buffer))
}

/**
 * Binds each mesh by its clusters' Transform matrices, because FBXLoader binds a mesh at its current place. As Blender
 * and ufbx read a file, the mesh's place at bind time is TransformLink * Transform. A mesh keeps FBXLoader's binding if
 * one of its bones has no invertible matrix.
 */
export function bindAsWritten(object: Object3D, { bindings }: FbxFacts): void {
  object.traverse((node) => {
    if (!(node instanceof SkinnedMesh)) return
    const { FBX_Deformer: skin } = node.geometry as { FBX_Deformer?: { rawBones: { ID: number }[] } }
    const inverses = (skin?.rawBones ?? []).map(({ ID }) => new Matrix4().fromArray(bindings.get(ID) ?? nothing))
    if (inverses.length !== node.skeleton.bones.length || inverses.some((matrix) => !matrix.determinant())) return
    node.skeleton.boneInverses = inverses
    node.bind(node.skeleton, new Matrix4())
  })
}

const nothing = Array.from({ length: MATRIX_NUMBERS }, () => 0)
