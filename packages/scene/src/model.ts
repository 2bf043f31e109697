import type { Material } from 'three'
import {
  Box3,
  Group,
  Light,
  Line,
  LoadingManager,
  Mesh,
  Points,
  SkinnedMesh,
  Texture,
  Vector3,
  type Object3D,
} from 'three'
import type { MeshoptDecoder } from 'three/addons/libs/meshopt_decoder.module.js'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { readAnimation, type Animation } from './animation.js'
import { readColourways, type Colourways } from './colourways.js'
import { readVertices } from './vertices.js'

export class EmptyModelError extends Error {
  override name = 'EmptyModelError'
}

export interface LoadedModel {
  /** Feet on y = 0, middle on the y axis, longest side 1 unit long. */
  object: Group
  points: Float32Array
  /** Width, height and depth in the file's units (metres in glTF). */
  size: [number, number, number]
  colourways: Colourways
  animation: Animation
  requires: string[]
}

/**
 * Fetching a foreign URL would tell the file's author who looks at the model, or reach into the renderer's network. An
 * empty data URL is no image and has no bytes. So a foreign texture is left out, and a foreign buffer fails to load.
 */
function ownBytesOnly(url: string): string {
  return /^(blob:|data:)/i.test(url) ? url : 'data:,'
}

/** Decodes EXT_meshopt_compression, as three's MeshoptDecoder does. */
export interface ModelDecoder {
  supported: boolean
  decodeGltfBufferAsync(
    count: number,
    strideBytes: number,
    source: Uint8Array<ArrayBuffer>,
    mode: string,
    filter?: string,
  ): Promise<Uint8Array>
}

/** Parses a self-contained .glb or .gltf and stands the model on y = 0, 1 unit long. @throws EmptyModelError */
export async function loadModel(bytes: ArrayBuffer, decoder: ModelDecoder): Promise<LoadedModel> {
  const manager = new LoadingManager()
  manager.setURLModifier(ownBytesOnly)
  const loader = new GLTFLoader(manager)
  loader.setMeshoptDecoder(decoder as typeof MeshoptDecoder)
  const gltf = await loader.parseAsync(bytes, '')
  removeLights(gltf.scene)

  const bounds = boundsOf(readVertices(gltf.scene))
  const size = bounds.getSize(new Vector3())
  const longest = Math.max(size.x, size.y, size.z)
  if (!(longest > 0)) throw new EmptyModelError('no triangle to draw')

  // A file's unit may be wrong by a factor of 100, but lights, shadows and near planes need models of equal size.
  const object = new Group()
  const middle = bounds.getCenter(new Vector3())
  gltf.scene.position.sub(new Vector3(middle.x, bounds.min.y, middle.z))
  object.add(gltf.scene)
  object.scale.setScalar(1 / longest)
  enableShadows(object)
  return {
    object,
    points: readVertices(object),
    size: [size.x, size.y, size.z],
    colourways: readColourways(gltf),
    animation: readAnimation(gltf.scene, gltf.animations),
    requires: (gltf.parser.json as { extensionsRequired?: string[] }).extensionsRequired ?? [],
  }
}

function boundsOf(points: Float32Array): Box3 {
  const bounds = new Box3()
  const point = new Vector3()
  for (let i = 0; i < points.length; i += 3) bounds.expandByPoint(point.fromArray(points, i))
  return bounds
}

/** A file's own lights would overexpose the model, because the stage has lights, too. */
function removeLights(root: Object3D): void {
  const lights: Light[] = []
  root.traverse((node) => {
    if (node instanceof Light) lights.push(node)
  })
  for (const light of lights) light.removeFromParent()
}

function enableShadows(root: Object3D): void {
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return
    node.castShadow = true
    node.receiveShadow = true
  })
}

/** Frees geometry, materials and textures, also those of colourways applied earlier, and closes decoded images. */
export function disposeModel({ object, colourways }: LoadedModel): void {
  disposeObject(object)
  for (const material of colourways.materials()) disposeMaterial(material)
}

export function disposeObject(root: Object3D): void {
  root.traverse((node) => {
    if (!(node instanceof Mesh || node instanceof Line || node instanceof Points)) return
    if (node instanceof SkinnedMesh) node.skeleton.dispose()
    node.geometry.dispose()
    for (const material of [node.material as Material | Material[]].flat()) disposeMaterial(material)
  })
}

function disposeMaterial(material: Material): void {
  for (const value of Object.values(material))
    if (value instanceof Texture) {
      if (typeof ImageBitmap !== 'undefined' && value.image instanceof ImageBitmap) value.image.close()
      value.dispose()
    }
  material.dispose()
}
