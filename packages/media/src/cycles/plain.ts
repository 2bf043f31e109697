import sharp from 'sharp'
import type { Animation, Document } from '@gltf-transform/core'
import type { Mapping, MappingList } from '@gltf-transform/extensions'
import { dequantize } from '@gltf-transform/functions'
import type { Appearance } from '@toile/contracts/models/appearance.constants'
import { dropPacking, gltfIo, quiet } from '../models/levels/optimise.js'

/**
 * Encoding is fast rather than small, because the PNG never leaves this machine. `effort` stays unset, because with it
 * sharp reduces the picture to 256 colours.
 */
const fastPng = { compressionLevel: 1 }

export interface PlainModel {
  glb: Uint8Array
  seconds: number | null
}

/** Returns a GLB that any program can read (uncompressed, PNG or JPEG), in the colourway and with only that clip. */
export async function makePlain(
  glb: Uint8Array,
  { colourway, animation }: Pick<Appearance, 'colourway' | 'animation'>,
): Promise<PlainModel> {
  const io = await gltfIo()
  const document = quiet(await io.readBinary(glb as Uint8Array<ArrayBuffer>))
  const root = document.getRoot()
  wear(document, colourway)
  const clips = root.listAnimations()
  const clip = animation && clips[animation.clip]
  // A time past the clip's end wraps around, as in packages/scene.
  const seconds = clip ? animation.seconds % (secondsOf(clip) || 1) : null
  for (const other of clips) if (other !== clip) other.dispose()
  await document.transform(dequantize())
  await dropPacking(document)
  for (const texture of root.listTextures()) {
    const image = texture.getImage()
    if (!image || texture.getMimeType() !== 'image/webp') continue
    const png = await sharp(image, { failOn: 'error' }).png(fastPng).toBuffer()
    texture.setImage(new Uint8Array(png)).setMimeType('image/png').setURI('')
  }
  return { glb: await io.writeBinary(document), seconds }
}

const secondsOf = (clip: Animation) =>
  Math.max(0, ...clip.listSamplers().map((sampler) => sampler.getInput()?.getMax([])[0] ?? 0))

function wear(document: Document, colourway: string | null) {
  if (colourway === null) return
  for (const mesh of document.getRoot().listMeshes())
    for (const part of mesh.listPrimitives()) {
      const list = part.getExtension<MappingList>('KHR_materials_variants')
      const mapping = list
        ?.listMappings()
        .find((each: Mapping) => each.listVariants().some((variant) => variant.getName() === colourway))
      if (mapping) part.setMaterial(mapping.getMaterial())
    }
}
