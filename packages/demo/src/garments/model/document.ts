import { Document, WebIO, type Material, type Texture } from '@gltf-transform/core'
import {
  KHRMaterialsAnisotropy,
  KHRMaterialsClearcoat,
  KHRMaterialsSheen,
  KHRMaterialsVariants,
} from '@gltf-transform/extensions'
import type { Mesh } from '../body/surface.js'
import { shade } from './shade.js'

/** Tileable JPEGs or PNGs. `rough` holds roughness in green and metalness in blue, as in glTF. */
export interface Fabric {
  colour?: Uint8Array
  normal?: Uint8Array
  rough?: Uint8Array
}

/** A colour in sRGB, written #rrggbb. */
export type Hex = `#${string}`

export interface Look {
  fabric?: Fabric
  /** This colour multiplies the fabric's colour. */
  colour: Hex
  roughness: number
  metalness?: number
  relief?: number
  /** Soft light that upright fibres reflect at grazing angles: its colour and its spread. */
  sheen?: { colour: Hex; roughness: number }
  /** A thin glossy top layer, such as lacquer or the finish of patent leather. */
  clearcoat?: { strength: number; roughness: number }
  /** Stretches highlights by `strength` (0 to 1) along U, rotated by `turn` degrees (KHR_materials_anisotropy). */
  satin?: { strength: number; turn: number }
  doubleSided?: boolean
}

/** `looks` holds one look per colourway, or one look for all colourways. */
export interface Part {
  name: string
  mesh: Mesh
  looks: readonly Look[]
  /** Shapes that `mesh` takes in turn in a looped animation. They have the vertices of `mesh`, moved. */
  morphs?: readonly Mesh[]
}

export interface Model {
  name: string
  parts: readonly Part[]
  /** The first colourway is shown initially. */
  colourways?: readonly string[]
  loopSeconds?: number
}

export async function glbOf(model: Model): Promise<Uint8Array> {
  const document = new Document()
  document.getRoot().getAsset().generator = 'Toile demo garments'
  const buffer = document.createBuffer()
  const scene = document.createScene(model.name)
  document.getRoot().setDefaultScene(scene)
  const variants = model.colourways && document.createExtension(KHRMaterialsVariants)
  const named = model.colourways?.map((name) => variants!.createVariant(name))
  const materials = materialMaker(document)

  const shades = shade(model.parts.map(({ mesh }) => mesh))

  for (const [number, { name, mesh, looks, morphs }] of model.parts.entries()) {
    const accessor = (type: 'VEC2' | 'VEC3' | 'SCALAR', array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) =>
      document.createAccessor().setType(type).setArray(array).setBuffer(buffer)
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', mesh.positions))
      .setAttribute('NORMAL', accessor('VEC3', mesh.normals))
      .setAttribute('TEXCOORD_0', accessor('VEC2', mesh.uvs))
      .setAttribute(
        'COLOR_0',
        document
          .createAccessor()
          .setType('VEC3')
          .setArray(bytesOf(shades[number]!))
          .setNormalized(true)
          .setBuffer(buffer),
      )
      .setIndices(accessor('SCALAR', mesh.indices))
      .setMaterial(materials(name, looks[0]!))
    if (variants && named && looks.length > 1) {
      const list = variants.createMappingList()
      for (const [i, look] of looks.entries())
        list.addMapping(
          variants
            .createMapping()
            .setMaterial(materials(`${name} ${model.colourways![i]}`, look))
            .addVariant(named[i]!),
        )
      primitive.setExtension('KHR_materials_variants', list)
    }
    const target = document.createMesh(name).addPrimitive(primitive)
    const node = document.createNode(name).setMesh(target)
    if (morphs) {
      for (const shape of morphs) {
        const moved = (key: 'positions' | 'normals') =>
          accessor(
            'VEC3',
            shape[key].map((value, i) => value - mesh[key][i]!),
          )
        primitive.addTarget(
          document
            .createPrimitiveTarget()
            .setAttribute('POSITION', moved('positions'))
            .setAttribute('NORMAL', moved('normals')),
        )
      }
      target.setWeights(morphs.map(() => 0))
      const times = Float32Array.from(
        { length: morphs.length + 2 },
        (_, i) => (i * model.loopSeconds!) / (morphs.length + 1),
      )
      const weights = Float32Array.from({ length: times.length * morphs.length }, (_, i) =>
        Math.floor(i / morphs.length) === (i % morphs.length) + 1 ? 1 : 0,
      )
      const sampler = document
        .createAnimationSampler()
        .setInput(accessor('SCALAR', times))
        .setOutput(accessor('SCALAR', weights))
        .setInterpolation('LINEAR')
      document
        .createAnimation('Breeze')
        .addSampler(sampler)
        .addChannel(document.createAnimationChannel().setTargetNode(node).setTargetPath('weights').setSampler(sampler))
    }
    scene.addChild(node)
  }
  return new WebIO()
    .registerExtensions([KHRMaterialsAnisotropy, KHRMaterialsSheen, KHRMaterialsClearcoat, KHRMaterialsVariants])
    .writeBinary(document)
}

/** Stores values of 0 to 1 as bytes, which take a quarter of the size of floats. */
function bytesOf(values: Float32Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(values, (value) => Math.round(value * 255))
}

function materialMaker(document: Document): (name: string, look: Look) => Material {
  const textures = new Map<Uint8Array, Texture>()
  const texture = (name: string, image: Uint8Array | undefined): Texture | null => {
    if (!image) return null
    if (!textures.has(image))
      textures.set(
        image,
        document
          .createTexture(name)
          .setImage(image as Uint8Array<ArrayBuffer>)
          .setMimeType(image[0] === 0x89 ? 'image/png' : 'image/jpeg'),
      )
    return textures.get(image)!
  }
  return (
    name,
    {
      fabric = {},
      colour,
      roughness,
      metalness = fabric.rough ? 1 : 0,
      relief = 1,
      sheen,
      clearcoat,
      satin,
      doubleSided = false,
    },
  ) => {
    const material = document
      .createMaterial(name)
      .setBaseColorFactor([...linear(colour), 1])
      .setBaseColorTexture(texture('colour', fabric.colour))
      .setNormalTexture(texture('relief', fabric.normal))
      .setNormalScale(relief)
      .setMetallicRoughnessTexture(texture('roughness', fabric.rough))
      .setRoughnessFactor(roughness)
      .setMetallicFactor(metalness)
      .setDoubleSided(doubleSided)
    if (sheen)
      material.setExtension(
        'KHR_materials_sheen',
        document
          .createExtension(KHRMaterialsSheen)
          .createSheen()
          .setSheenColorFactor(linear(sheen.colour))
          .setSheenRoughnessFactor(sheen.roughness),
      )
    if (clearcoat)
      material.setExtension(
        'KHR_materials_clearcoat',
        document
          .createExtension(KHRMaterialsClearcoat)
          .createClearcoat()
          .setClearcoatFactor(clearcoat.strength)
          .setClearcoatRoughnessFactor(clearcoat.roughness),
      )
    if (satin)
      material.setExtension(
        'KHR_materials_anisotropy',
        document
          .createExtension(KHRMaterialsAnisotropy)
          .createAnisotropy()
          .setAnisotropyStrength(satin.strength)
          .setAnisotropyRotation((satin.turn * Math.PI) / 180),
      )
    return material
  }
}

/** Converts sRGB to linear values (IEC 61966-2-1), because glTF's factors are linear. */
function linear(colour: Hex): [number, number, number] {
  const channel = (from: number) => {
    const value = parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}
