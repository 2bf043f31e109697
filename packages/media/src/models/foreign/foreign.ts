import { writeFile } from 'node:fs/promises'
import path, { posix } from 'node:path'
import type { ForeignFormat } from '../formats.js'
import { guardPicture } from '../guard-images.js'
import { atMost, limits } from '../limits.js'
import { guardDae } from './guard-dae.js'
import { guardFbx } from './guard-fbx.js'
import { guardObj } from './guard-obj.js'
import { guardPly } from './guard-ply.js'
import { guardStl } from './guard-stl.js'
import { partFile } from './part-file.js'
import { guardText } from './text.js'
import { guardUsdz } from './guard-usdz.js'

/** A model in another format than glTF, with the closed set of files that it may refer to. */
export interface ForeignPackage {
  format: ForeignFormat
  bytes: Uint8Array
  mainPath: string
  files: ReadonlyMap<string, Uint8Array>
}

/** What a converter is given: files on disk, by the name that the model knows them under; the first is the model. */
export interface ForeignFiles {
  format: ForeignFormat
  files: { name: string; path: string }[]
}

/** Our own look before any reader may, as guardModel() does for glTF. @throws InputFailure */
export async function guardForeign({ format, bytes, files }: ForeignPackage): Promise<void> {
  if (format === 'usdz') guardUsdz(files)
  else if (format === 'fbx') await guardFbx(bytes)
  else ({ obj: guardObj, dae: guardDae, ply: guardPly, stl: guardStl })[format](bytes)
  const pictures = [...files].filter(([name]) => isPicture(name))
  atMost(pictures.length, limits.images, 'textures')
  let pixels = 0
  for (const [name, picture] of pictures) pixels += await guardPicture(picture, posix.basename(name).slice(0, 100))
  atMost(pixels, limits.imagePixels, 'pixels in textures')
  for (const [name, material] of files) if (isMaterial(name)) guardText(material)
}

/** Puts the model and what it may use into a folder, as `partFile(0)` and so on. @returns their names, the model's first */
export async function writeForeign(model: ForeignPackage, folder: string): Promise<string[]> {
  const used: [string, Uint8Array][] = [[model.mainPath, model.bytes]]
  // A USDZ carries its textures itself.
  if (model.format !== 'usdz')
    used.push(...[...model.files].filter(([name]) => isPicture(name) || (model.format === 'obj' && isMaterial(name))))
  for (const [index, [, bytes]] of used.entries()) await writeFile(path.join(folder, partFile(index)), bytes)
  return used.map(([name]) => name)
}

const isPicture = (name: string) => /\.(png|jpe?g|webp)$/i.test(name)
const isMaterial = (name: string) => /\.mtl$/i.test(name)
