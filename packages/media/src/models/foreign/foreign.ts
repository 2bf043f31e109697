import { isUtf8 } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import path, { posix } from 'node:path'
import type { ForeignFormat } from '../formats.js'
import type { Gathered } from '../gather.js'
import { guardPicture } from '../guard-images.js'
import { atMost, limits } from '../limits.js'
import { guardDae } from './guard-dae.js'
import { guardFbx } from './guard-fbx.js'
import { guardObj } from './guard-obj.js'
import { guardPly } from './guard-ply.js'
import { guardStl } from './guard-stl.js'
import { withPlainSlashes } from '../references.js'
import { partFile } from './part-file.js'
import { guardText } from './text.js'
import { guardUsdz } from './guard-usdz.js'

/** A model in another format than glTF, with the closed set of files that it names. */
export interface ForeignPackage extends Omit<Gathered, 'find'> {
  format: ForeignFormat
  bytes: Uint8Array
  path: string
}

/** What a converter is given; all that a model refers to was found before. */
export interface ForeignFiles {
  format: ForeignFormat
  /** Files on disk; the first is the model. */
  files: { name: string; path: string }[]
  /** Which of the files hold materials. */
  materials: number[]
  /** Which of the files each reference to a picture means; those that are not here did not come. */
  references: [reference: string, file: number][]
  /** References to files of materials that did not come. */
  missing: string[]
}

/** Our own look before any reader may, as guardModel() does for glTF. @throws InputFailure */
export async function guardForeign({ format, bytes, files, materials }: ForeignPackage): Promise<void> {
  if (format === 'usdz') guardUsdz(files)
  else if (format === 'fbx') await guardFbx(bytes)
  else ({ obj: guardObj, dae: guardDae, ply: guardPly, stl: guardStl })[format](bytes)
  const isScene = (path: string) => format === 'usdz' && /\.usd[ac]?$/i.test(path)
  const pictures = [...files].filter(([path]) => !materials.includes(path) && !isScene(path))
  atMost(pictures.length, limits.images, 'textures')
  let pixels = 0
  for (const [name, picture] of pictures) pixels += await guardPicture(picture, posix.basename(name).slice(0, 100))
  atMost(pixels, limits.imagePixels, 'pixels in textures')
  for (const material of materials) guardText(files.get(material)!)
}

/** What is written for a converter, by names: the files lie in the folder as `partFile(0)` and so on. */
export type WrittenForeign = Omit<ForeignFiles, 'files'> & { names: string[] }

/** Puts the model and what it uses into a folder, all texts in UTF-8. */
export async function writeForeign(model: ForeignPackage, folder: string): Promise<WrittenForeign> {
  // A USDZ carries its textures itself.
  const paths = model.format === 'usdz' ? [] : [...model.files.keys()]
  const materials = model.materials.map((path) => 1 + paths.indexOf(path))
  const isText = (file: number) => (file === 0 ? isTextModel(model) : materials.includes(file))
  for (const [file, bytes] of [model.bytes, ...paths.map((path) => model.files.get(path)!)].entries()) {
    const readable = isText(file) && !isUtf8(bytes) ? Buffer.from(model.readText(bytes)) : bytes
    const written = file === 0 && model.format === 'fbx' ? withPlainSlashes(readable) : readable
    await writeFile(path.join(folder, partFile(file)), written)
  }
  return {
    format: model.format,
    names: [model.path, ...paths],
    materials,
    references: [...model.references].flatMap(([reference, path]) =>
      path === undefined || path === model.path ? [] : [[reference, 1 + paths.indexOf(path)]],
    ),
    missing: model.missing.filter((reference) => !model.references.has(reference)),
  }
}

const isTextModel = ({ format, bytes }: ForeignPackage) =>
  format === 'obj' || format === 'dae' || (format === 'fbx' && bytes[0] === 0x3b)
