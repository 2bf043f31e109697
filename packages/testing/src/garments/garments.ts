import { Document, WebIO, type Material, type Texture } from '@gltf-transform/core'
import { KHRMaterialsSheen, KHRMaterialsVariants } from '@gltf-transform/extensions'
import sharp from 'sharp'
import { zipOf } from '../files/zips.js'

export interface GarmentOptions {
  /** Rings from hem to neck. Each has twice as many corners. 64 gives 16,000 triangles in 0.6 MB, 700 gives 2 M in 56 MB. */
  segments?: number
  textureSize?: number
  /** Names of KHR_materials_variants. Each variant has its own colour. */
  colourways?: string[]
  /** Adds a clip "Swing" of 1 s, in which the dress turns by 60 degrees about its vertical axis and back. */
  swing?: boolean
  /** Metres per unit of the file. A value other than 1 imitates exporters that ignore that glTF is in metres. */
  metresPerUnit?: number
  seed?: number
}

/** A pleated dress of woven cloth, 1.1 m high. Equal options give equal bytes. */
export async function makeGarment(options: GarmentOptions = {}): Promise<Buffer> {
  return Buffer.from(
    await new WebIO().registerExtensions([KHRMaterialsSheen, KHRMaterialsVariants]).writeBinary(await garment(options)),
  )
}

export async function makeGltfZip(options: GarmentOptions = {}): Promise<Buffer> {
  const io = new WebIO().registerExtensions([KHRMaterialsSheen, KHRMaterialsVariants])
  const { json, resources } = await io.writeJSON(await garment(options), { basename: 'dress' })
  return zipOf({
    'dress/dress.gltf': Buffer.from(JSON.stringify(json)),
    ...Object.fromEntries(Object.entries(resources).map(([name, bytes]) => [`dress/${name}`, Buffer.from(bytes)])),
  })
}

async function garment({
  segments = 64,
  textureSize = 512,
  colourways = [],
  swing = false,
  metresPerUnit = 1,
  seed = 1,
}: GarmentOptions): Promise<Document> {
  const document = new Document()
  const buffer = document.createBuffer()
  const picture = async (name: string, png: Promise<Buffer>) =>
    document
      .createTexture(name)
      .setImage(new Uint8Array(await png))
      .setMimeType('image/png')
      .setURI(`${name}.png`)
  const weave = await picture(
    'weave',
    weavePng(textureSize, seed, (height) => [205 + 50 * height, 200 + 50 * height, 195 + 50 * height]),
  )
  const relief = await picture(
    'relief',
    weavePng(textureSize, seed, (height) => [128, 128 + 50 * (height - 0.5), 240]),
  )
  const cloth = (name: string, hue: number) => clothMaterial(document, name, hue, weave, relief)

  const { positions, normals, uvs, indices } = dressSurface(segments)
  const accessor = (
    type: 'VEC2' | 'VEC3' | 'VEC4' | 'SCALAR',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', positions))
    .setAttribute('NORMAL', accessor('VEC3', normals))
    .setAttribute('TEXCOORD_0', accessor('VEC2', uvs))
    .setIndices(accessor('SCALAR', indices))
    .setMaterial(cloth('Cloth', (seed * 0.37) % 1))
  if (colourways.length > 0) {
    const variants = document.createExtension(KHRMaterialsVariants)
    const list = variants.createMappingList()
    for (const [index, name] of colourways.entries())
      list.addMapping(
        variants
          .createMapping()
          .setMaterial(cloth(`Cloth ${name}`, (index + 0.5) / colourways.length))
          .addVariant(variants.createVariant(name)),
      )
    primitive.setExtension('KHR_materials_variants', list)
  }
  const node = document.createNode('Dress').setMesh(document.createMesh('Dress').addPrimitive(primitive))
  if (metresPerUnit !== 1) node.setScale([1 / metresPerUnit, 1 / metresPerUnit, 1 / metresPerUnit])
  document.getRoot().setDefaultScene(document.createScene('Garment').addChild(node))
  if (swing) {
    // The quaternions turn by 0, 60 and 0 degrees about y.
    const turns = [0, 0, 0, 1, 0, 0.5, 0, Math.sqrt(0.75), 0, 0, 0, 1]
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', new Float32Array([0, 0.5, 1])))
      .setOutput(accessor('VEC4', new Float32Array(turns)))
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('rotation').setSampler(sampler)
    document.createAnimation('Swing').addSampler(sampler).addChannel(channel)
  }
  return document
}

function clothMaterial(document: Document, name: string, hue: number, weave: Texture, relief: Texture): Material {
  const channel = (shift: number) => 0.45 + 0.4 * Math.cos(2 * Math.PI * (hue + shift))
  const colour: [number, number, number] = [channel(0), channel(1 / 3), channel(2 / 3)]
  const sheen = document
    .createExtension(KHRMaterialsSheen)
    .createSheen()
    .setSheenColorFactor([0.3, 0.3, 0.32])
    .setSheenRoughnessFactor(0.5)
  return document
    .createMaterial(name)
    .setBaseColorFactor([...colour, 1])
    .setBaseColorTexture(weave)
    .setNormalTexture(relief)
    .setRoughnessFactor(0.8)
    .setMetallicFactor(0)
    .setDoubleSided(true)
    .setExtension('KHR_materials_sheen', sheen)
}

/** Radius in metres at an angle and a height from 0 (hem) to 1 (neck). The pleats fade upwards. */
function radiusAt(height: number, angle: number): number {
  const skirt = 0.13 + 0.3 * Math.max(0, 0.62 - height) ** 1.25
  const bust = 0.045 * Math.exp(-(((height - 0.8) / 0.1) ** 2))
  const neck = 0.05 * Math.max(0, (height - 0.86) / 0.14) ** 2
  const pleats = 1 + 0.07 * Math.max(0, 1 - height / 0.62) * Math.cos(18 * angle)
  return (skirt + bust - neck) * pleats
}

export function dressSurface(segments: number) {
  const rings = segments
  const columns = segments * 2
  const vertices = (rings + 1) * (columns + 1)
  const positions = new Float32Array(vertices * 3)
  const normals = new Float32Array(vertices * 3)
  const uvs = new Float32Array(vertices * 2)
  const indices = new Uint32Array(rings * columns * 6)
  let at = 0
  for (let ring = 0; ring <= rings; ring++)
    for (let column = 0; column <= columns; column++) {
      const height = ring / rings
      const angle = (column / columns) * 2 * Math.PI
      const radius = radiusAt(height, angle)
      const step = 1e-3
      const outAlong = (radiusAt(height + step, angle) - radiusAt(height - step, angle)) / (2 * step * 1.1)
      const outAround = (radiusAt(height, angle + step) - radiusAt(height, angle - step)) / (2 * step * radius)
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      // The ring is an ellipse, because bodies are wider than deep. z is negated, so that faces point outwards.
      positions.set([radius * cos, height * 1.1, -0.72 * radius * sin], at * 3)
      const normal = [cos + outAround * sin, -outAlong, -(sin - outAround * cos) / 0.72]
      const length = Math.hypot(...normal)
      normals.set(
        normal.map((value) => value / length),
        at * 3,
      )
      uvs.set([(column / columns) * 6, height * 6], at * 2)
      at++
    }
  at = 0
  for (let ring = 0; ring < rings; ring++)
    for (let column = 0; column < columns; column++) {
      const low = ring * (columns + 1) + column
      const high = low + columns + 1
      indices.set([low, low + 1, high, high, low + 1, high + 1], at)
      at += 6
    }
  return { positions, normals, uvs, indices }
}

/** Woven threads with seeded noise. `colour` maps a thread's height (0 to 1) to RGB. */
export function weavePng(
  size: number,
  seed: number,
  colour: (height: number) => [number, number, number],
): Promise<Buffer> {
  const pixels = Buffer.alloc(size * size * 3)
  const threads = 32
  let state = seed >>> 0 || 1
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const [u, v] = [(x / size) * threads, (y / size) * threads]
      const over = (Math.floor(u) + Math.floor(v)) % 2 === 0
      const thread = Math.sin(Math.PI * ((over ? u : v) % 1))
      const height = 0.85 * thread + 0.15 * (state / 2 ** 32)
      pixels.set(colour(height).map(Math.round), (y * size + x) * 3)
    }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer()
}
