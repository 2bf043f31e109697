import { Document } from '@gltf-transform/core'
import { EXTTextureWebP } from '@gltf-transform/extensions'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { gltfIo } from '../models/levels/optimise.js'
import { makePlain } from './plain.js'

await t.test('a WebP texture becomes a PNG with the same colours', async (t) => {
  const side = 64
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % side, Math.floor(i / 3 / side)]
    return [x * 4, y * 4, 128][i % 3]!
  })
  const raw = { width: side, height: side, channels: 3 } as const
  const webp = await sharp(pixels, { raw }).webp({ lossless: true }).toBuffer()
  const document = new Document()
  const buffer = document.createBuffer()
  document.createExtension(EXTTextureWebP).setRequired(true)
  const texture = document.createTexture().setImage(webp).setMimeType('image/webp')
  const accessor = (type: 'VEC2' | 'VEC3', numbers: number[]) =>
    document.createAccessor().setType(type).setArray(new Float32Array(numbers)).setBuffer(buffer)
  const triangle = document
    .createPrimitive()
    .setMaterial(document.createMaterial().setBaseColorTexture(texture))
    .setAttribute('POSITION', accessor('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]))
    .setAttribute('TEXCOORD_0', accessor('VEC2', [0, 0, 1, 0, 0, 1]))
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(triangle)))
  const io = await gltfIo()

  const { glb } = await makePlain(await io.writeBinary(document), { colourway: null, animation: null })

  const [made] = (await io.readBinary(glb)).getRoot().listTextures()
  t.equal(made!.getMimeType(), 'image/png')
  t.same(new Uint8Array(await sharp(made!.getImage()!).raw().toBuffer()), pixels)
})
