import type { BufferGeometry } from 'three'
import {
  Group,
  LoadingManager,
  MathUtils,
  Mesh,
  MeshStandardMaterial,
  TextureLoader,
  type AnimationClip,
  type Object3D,
} from 'three'
import { ColladaLoader } from 'three/addons/loaders/ColladaLoader.js'
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js'
import { MTLLoader } from 'three/addons/loaders/MTLLoader.js'
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js'
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js'
import { STLLoader } from 'three/addons/loaders/STLLoader.js'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { bindAsWritten, takeFacts, takeTextFacts } from './fbx-facts.js'
import { plainFbxText } from './fbx-text.js'
import { hasOtherOpacity, opaqueShadeOf, type OpaqueShade } from './opacity.js'
import type { OwnFiles } from './own-files.js'
import { patchColladaMaterials, nameMorphTracks, readTgaAsPicture } from './three-patches.js'

const PLY_HEAD_BYTES = 64 * 1024

export type ConvertibleFormat = 'fbx' | 'obj' | 'dae' | 'ply' | 'stl' | 'usdz'

export interface ReadModel {
  object: Object3D
  animations: AnimationClip[]
  /** Metres per unit of `object`, if the file states its unit. */
  declaredMetres: number | undefined
  /** Whether the file or its format states the up axis. `object` is then already upright. */
  knowsUp: boolean
  /** False if `object` has no normals, or only flat ones, which some loaders make and which .stl files hold. */
  hasNormals: boolean
  lostAnimations?: boolean
  opaque?: OpaqueShade | undefined
  lostOpacity?: boolean
}

type Reader = (bytes: ArrayBuffer, files: OwnFiles, manager: LoadingManager) => Promise<ReadModel>

const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)
const isTextStl = (bytes: ArrayBuffer) => /^\s*solid[^\0]*$/i.test(text(bytes.slice(0, 1_000)))
const isBinaryFbx = (bytes: ArrayBuffer) => text(bytes.slice(0, 18)) === 'Kaydara FBX Binary'

/** Colour of undyed cloth, for formats and files without colour. */
const UNDYED = 0xd9d4cc

function lone(geometry: BufferGeometry): Mesh<BufferGeometry, MeshStandardMaterial> {
  return new Mesh(
    geometry,
    new MeshStandardMaterial({ color: UNDYED, roughness: 0.85, vertexColors: geometry.hasAttribute('color') }),
  )
}

const readers: Record<ConvertibleFormat, Reader> = {
  async fbx(bytes, _files, manager) {
    const [opaque, lostOpacity] = [opaqueShadeOf(bytes), hasOtherOpacity(bytes)]
    const { source, facts } = isBinaryFbx(bytes) ? { source: bytes, facts: takeFacts(bytes) } : plainFbx(bytes)
    const { object: scene, lostAnimations } = parseFbx(source, manager)
    const { animations } = scene
    nameMorphTracks(scene, animations)
    bindAsWritten(scene, facts)
    const centimetres: unknown = scene.userData.unitScaleFactor
    const declaredMetres = typeof centimetres === 'number' && centimetres > 0 ? centimetres / 100 : undefined
    // The rotation needs its own node, because the scene can be the file's only node, with its own rotation and scale.
    const object = new Group().add(scene)
    if (facts.isZUp) object.rotation.x = MathUtils.degToRad(-90)
    const read = { object, animations, declaredMetres, knowsUp: true, hasNormals: true }
    return { ...read, lostAnimations, opaque, lostOpacity }
  },
  async obj(bytes, files, manager) {
    const source = text(bytes)
    const loader = new OBJLoader(manager)
    const materials = await files.materials()
    if (materials !== undefined) loader.setMaterials(new MTLLoader(manager).parse(materials, ''))
    const object = loader.parse(source)
    const hasNormals = /^vn[ \t]/m.test(source)
    // map_d is a factor of d, where 1 is opaque (Wavefront's MTL).
    return { object, animations: [], declaredMetres: undefined, knowsUp: false, hasNormals, opaque: 'white' }
  },
  async dae(bytes, _files, manager) {
    const source = text(bytes)
    readTgaAsPicture()
    patchColladaMaterials(UNDYED)
    const collada = new ColladaLoader(manager).parse(source, '')
    if (!collada) throw new Error('the file is not a Collada document')
    const { scene } = collada
    return {
      object: scene,
      animations: scene.animations,
      // ColladaLoader has converted to metres.
      declaredMetres: /<unit\b[^>]*\bmeter\s*=/.test(source) ? 1 : undefined,
      knowsUp: source.includes('<up_axis>'),
      hasNormals: true,
      opaque: source.includes('RGB_ZERO') ? 'black' : 'white',
    }
  },
  async ply(bytes, _files, manager) {
    const geometry = new PLYLoader().parse(bytes)
    const object = lone(geometry)
    // MeshLab and scanners name the texture in this comment.
    const picture = /^comment TextureFile (.+)$/m.exec(text(bytes.slice(0, PLY_HEAD_BYTES)))?.[1]?.trim()
    if (picture && geometry.hasAttribute('uv'))
      object.material.setValues({ map: new TextureLoader(manager).load(picture), color: 0xffffff })
    const hasNormals = geometry.hasAttribute('normal')
    return { object, animations: [], declaredMetres: undefined, knowsUp: false, hasNormals }
  },
  async stl(bytes) {
    // STLLoader matches keywords in lower case only.
    const source = isTextStl(bytes) ? new TextEncoder().encode(text(bytes).toLowerCase()).buffer : bytes
    const geometry = new STLLoader().parse(source)
    return { object: lone(geometry), animations: [], declaredMetres: undefined, knowsUp: false, hasNormals: false }
  },
  async usdz(bytes, _files, manager) {
    const object = await new Promise<Group>((resolve, reject) => {
      new USDLoader(manager).parse(bytes, '', resolve, reject)
    })
    // The search works in text and in binary crates, whose token compression keeps a word's first occurrence readable.
    const includesField = (field: string) => text(bytes).includes(field)
    return {
      object,
      animations: object.animations,
      declaredMetres: object.scale.x !== 1 || includesField('metersPerUnit') ? 1 : undefined,
      knowsUp: Math.abs(object.rotation.x) > 1 || includesField('upAxis'),
      hasNormals: true,
    }
  },
}

function plainFbx(bytes: ArrayBuffer) {
  const { text: plain, facts } = takeTextFacts(plainFbxText(text(bytes)))
  return { source: new TextEncoder().encode(plain).buffer, facts }
}

/** If the loader fails and the file has animation curves, tries again without the curves. */
function parseFbx(source: ArrayBuffer, manager: LoadingManager): { object: Group; lostAnimations: boolean } {
  const copy = source.slice()
  try {
    return { object: new FBXLoader(manager).parse(source, ''), lostAnimations: false }
  } catch (error) {
    if (!hideCurves(copy)) throw error
    return { object: new FBXLoader(manager).parse(copy, ''), lostAnimations: true }
  }
}

/** Renames curves so that the loader finds none. @returns whether there were any */
function hideCurves(file: ArrayBuffer): boolean {
  const bytes = new Uint8Array(file)
  const name = new TextEncoder().encode('AnimationCurve')
  let found = false
  for (let at = bytes.indexOf(name[0]!); at >= 0; at = bytes.indexOf(name[0]!, at + 1))
    if (name.every((byte, i) => bytes[at + i] === byte)) {
      bytes[at] = 0x61
      found = true
    }
  return found
}

export async function readConvertible(
  format: ConvertibleFormat,
  bytes: ArrayBuffer,
  files: OwnFiles,
): Promise<ReadModel> {
  const manager = new LoadingManager()
  manager.setURLModifier((url) => files.urlOf(url))
  manager.onError = (url) => files.failed(url)
  const pictures = new Promise<void>((resolve) => {
    manager.onLoad = () => resolve()
  })
  manager.itemStart('the model itself')
  const model = await readers[format](bytes, files, manager)
  manager.itemEnd('the model itself')
  await pictures
  return model
}
