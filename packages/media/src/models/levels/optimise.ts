import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  GLB_BUFFER,
  PropertyType,
  WebIO,
  type Document,
  type Mesh,
  type PlatformIO,
  type Scene,
} from '@gltf-transform/core'
import { ALL_EXTENSIONS, type Visibility } from '@gltf-transform/extensions'
import draco from 'draco3dgltf'
import { dedup, dequantize, meshopt, metalRough, prune, unpartition, weld } from '@gltf-transform/functions'
import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { MeshoptEncoder } from 'meshoptimizer/encoder'
import { sizeOf } from '../report/size.js'
import { arrayOf } from '../json.js'
import { MAX_ACCESSORS_TO_PACK, MAX_JOINTS_TO_PACK } from '../limits.js'
import type { ModelPackage } from '../package.js'
import { glossMaterials } from '../gloss.js'
import { replacePictures } from '../textures/gltf-pictures.js'
import { shrinkTextures, webTextures } from '../textures/textures.js'
import { bytesOfUri, urisOf } from '../uris.js'
import { isVrmFromBehind, turnAround } from '../vrm.js'

const DRACO = 'KHR_draco_mesh_compression'
/** This file is read at import, because the decoder could not read it after rights are dropped. */
const dracoWasm = readFileSync(createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm'))
const silence = { debug() {}, info() {}, warn() {}, error() {} }

/** PlatformIO is abstract, so its subclass WebIO is used. WebIO requests files only in read(uri), which is not used. */
export async function gltfIo(): Promise<PlatformIO> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready])
  return new WebIO()
    .setLogger(silence)
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'meshopt.encoder': MeshoptEncoder })
}

/** Parses a guarded model and adapts it to three's loader. @throws the parser's Error for a fault the guard missed */
export async function readModel(model: ModelPackage): Promise<Document> {
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  if (model.binary) resources[GLB_BUFFER] = model.binary as Uint8Array<ArrayBuffer>
  for (const uri of urisOf(model.json)) resources[uri] = resourceOf(model, uri) as Uint8Array<ArrayBuffer>
  const io = await gltfIo()
  if (arrayOf(model.json, 'extensionsUsed').includes(DRACO))
    io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule({ wasmBinary: dracoWasm }) })
  const document = quiet(await io.readJSON({ json: model.json as never, resources }))
  replacePictures(document, model.pictures)
  showOneScene(document)
  if (isVrmFromBehind(model.json)) turnAround(document)
  removeHidden(document)
  dropExtensions(document)
  completeSkins(document)
  separateSkinned(document)
  // writeBinary() accepts only one buffer, but a model may have several.
  return document.transform(unpartition())
}

/** The result is empty for a missing picture, whose texture is removed afterwards. */
function resourceOf(model: ModelPackage, uri: string): Uint8Array {
  return model.files.has(model.find(uri) ?? '') ? bytesOfUri(model, uri) : new Uint8Array()
}

/** Without a default scene, glTF leaves open which scene is shown (2.0, 3.5.1). Takes the first scene with a mesh. */
function showOneScene(document: Document): void {
  const root = document.getRoot()
  if (root.getDefaultScene()) return
  const isFilled = (scene: Scene) => {
    let found = false
    scene.traverse((node) => (found ||= node.getMesh() !== null))
    return found
  }
  root.setDefaultScene(root.listScenes().find(isFilled) ?? null)
}

/** Removes the meshes of hidden nodes and their descendants: viewers without KHR_node_visibility would show them. */
function removeHidden(document: Document): void {
  const root = document.getRoot()
  for (const node of root.listNodes())
    if (node.getExtension<Visibility>('KHR_node_visibility')?.getVisible() === false)
      node.traverse((below) => below.setMesh(null))
}

/** These extensions are decoded or removed when a model is read, so they must not be written. */
const readOnly = new Set([DRACO, 'EXT_texture_avif', 'KHR_node_visibility', 'KHR_texture_basisu'])

function dropExtensions(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed())
    if (readOnly.has(extension.extensionName)) extension.dispose()
}

/** Extensions for packing and colourways. Blender 3.4 and built-in AR viewers cannot read most of them. */
const packing = new Set([
  'EXT_meshopt_compression',
  'EXT_texture_webp',
  'KHR_mesh_quantization',
  'KHR_materials_variants',
])

/** Dequantise meshes before this call, and convert textures to JPEG or PNG after it. */
export async function dropPacking(document: Document): Promise<void> {
  for (const extension of document.getRoot().listExtensionsUsed())
    if (packing.has(extension.extensionName)) extension.dispose()
  await document.transform(prune({ keepAttributes: true, keepSolidTextures: true, keepLeaves: true }), unpartition())
}

/** A skin may omit its matrices if all are the identity (glTF 2.0, 3.7.3.1), but packing requires the matrices. */
function completeSkins(document: Document): void {
  const root = document.getRoot()
  for (const skin of root.listSkins()) {
    if (skin.getInverseBindMatrices()) continue
    const count = skin.listJoints().length
    const matrices = new Float32Array(count * 16)
    for (let i = 0; i < matrices.length; i++) if ((i % 16) % 5 === 0) matrices[i] = 1
    skin.setInverseBindMatrices(document.createAccessor().setType('MAT4').setArray(matrices))
  }
}

/**
 * If one node of a mesh has a skin, three's loader makes a skinned mesh for every node of the mesh. Three cannot draw
 * such a mesh for a node without a skin, so the nodes without a skin get a copy of the mesh without joints.
 */
function separateSkinned(document: Document): void {
  const nodes = document.getRoot().listNodes()
  const skinned = new Set(nodes.flatMap((node) => (node.getSkin() ? [node.getMesh()] : [])))
  const copies = new Map<Mesh, Mesh>()
  for (const node of nodes) {
    const mesh = node.getMesh()
    if (!mesh || node.getSkin() || !skinned.has(mesh)) continue
    // All unskinned nodes of a mesh share one copy, because a hostile file may use a mesh in 20,000 nodes.
    const copy = copies.get(mesh) ?? withoutJoints(mesh)
    copies.set(mesh, copy)
    node.setMesh(copy)
  }
}

function withoutJoints(mesh: Mesh): Mesh {
  const copy = mesh.clone()
  for (const primitive of mesh.listPrimitives()) {
    const part = primitive.clone()
    for (const name of part.listSemantics()) if (/^(JOINTS|WEIGHTS)_/.test(name)) part.setAttribute(name, null)
    copy.removePrimitive(primitive).addPrimitive(part)
  }
  return copy
}

export function quiet(document: Document): Document {
  return document.setLogger(silence)
}

const comparable = [
  PropertyType.ACCESSOR,
  PropertyType.MESH,
  PropertyType.TEXTURE,
  PropertyType.MATERIAL,
  PropertyType.SKIN,
]

export function canPack(document: Document): boolean {
  const root = document.getRoot()
  const joints = root.listNodes().reduce((sum, node) => sum + (node.getSkin()?.listJoints().length ?? 0), 0)
  return root.listAccessors().length <= MAX_ACCESSORS_TO_PACK && joints <= MAX_JOINTS_TO_PACK
}

/** Optimises a document for the web in place. @returns names of undecodable textures, which are removed */
export async function optimiseModel(document: Document, progress: (fraction: number) => void): Promise<string[]> {
  quiet(document)
  const lost: string[] = []
  if (glossMaterials(document).length > 0) {
    // Textures are shrunk first, because metalRough() rewrites every pixel in JavaScript. Of a texture with 8192 px a
    // side, one pixel in 16 remains.
    lost.push(...(await shrinkTextures(document, webTextures)))
    await document.transform(metalRough())
  }
  // These steps keep names, and attributes that only colourways may use. They also keep solid textures, because prune()
  // would have to decode every texture to find the solid ones.
  await document.transform(
    // Integer positions must become floats before packing. Without this step, the sample SheenCloth.glb became a line.
    dequantize(),
    dedup({ keepUniqueNames: true, propertyTypes: canPack(document) ? comparable : comparable.slice(1) }),
    prune({ keepAttributes: true, keepSolidTextures: true }),
    weld(),
  )
  lost.push(...(await shrinkTextures(document, webTextures, progress)))
  return lost
}

/** Largest accepted shift of the bounds, as a share of the model's size. Rounding to 14 bits causes smaller shifts. */
const MAX_MOVE = 0.001

/**
 * Writes a plain or a meshopt-packed GLB, whichever is smaller: packing enlarges tiny models (a box by 18 %). The GLB
 * is plain, too, if packing moves the bounds by more than MAX_MOVE or if canPack() is false. Modifies the document.
 */
export async function writeSmallest(document: Document): Promise<Uint8Array> {
  const io = await gltfIo()
  const plain = await io.writeBinary(document)
  if (!canPack(document)) return plain
  const before = cornersOf(document)
  await document.transform(meshopt({ encoder: MeshoptEncoder, level: 'medium' }))
  const packed = await io.writeBinary(document)
  const after = cornersOf(await io.readBinary(packed))
  const longest = Math.max(...before.map((value, i) => (before[i + 3] ?? value) - value))
  const kept = before.every((value, i) => Math.abs(value - after[i]!) <= longest * MAX_MOVE)
  return kept && packed.length < plain.length ? packed : plain
}

function cornersOf(document: Document): number[] {
  const root = document.getRoot()
  const { min, max } = sizeOf(root.getDefaultScene() ?? root.listScenes()[0]!)
  return [...min, ...max]
}
