import { isUtf8 } from 'node:buffer'
import { writeFile } from 'node:fs/promises'
import path, { posix } from 'node:path'
import { cutText } from '@toile/contracts/cut-text'
import type { ForeignFormat } from '../formats.js'
import type { Gathered } from '../archives/gather.js'
import { assertAtMost, limits } from '../limits.js'
import { normaliseDae } from '../faces/dae.js'
import { normaliseObj } from '../faces/obj.js'
import { normalisePly } from '../faces/ply.js'
import { guardDae } from './guard-dae.js'
import { guardFbx } from './guard-fbx.js'
import { guardObj } from './guard-obj.js'
import { guardPly } from './guard-ply.js'
import { guardStl } from './guard-stl.js'
import { pictureReader, type ReadPicture } from '../textures/pictures.js'
import { partFile } from './part-file.js'
import { normaliseFbx } from './normalise-fbx.js'
import { guardText } from './text.js'
import { guardUsdz } from './guard-usdz.js'

export interface ForeignPackage extends Omit<Gathered, 'find'> {
  format: ForeignFormat
  bytes: Uint8Array
  path: string
}

export interface ForeignFiles {
  format: ForeignFormat
  files: { name: string; path: string }[]
  materials: number[]
  /** File index of each picture reference; null for an unreadable picture. Missing pictures are not listed. */
  references: [reference: string, file: number | null][]
  missing: string[]
}

/** Checks a non-glTF model before it is parsed. @returns the model without unreadable pictures @throws InputFailure */
export async function guardForeign(
  model: ForeignPackage,
  readPicture: ReadPicture = pictureReader(undefined),
): Promise<ForeignPackage> {
  const { format, materials } = model
  const guarded = { ...model, files: new Map(model.files), references: new Map(model.references) }
  if (format === 'usdz') guardUsdz(model.files)
  else if (format === 'fbx') takeOutPictures(guarded)
  else ({ obj: guardObj, dae: guardDae, ply: guardPly, stl: guardStl })[format](model.bytes)
  for (const material of materials) guardText(model.files.get(material)!)

  const isScene = (path: string) => format === 'usdz' && /\.usd[ac]?$/i.test(path)
  const pictures = [...guarded.files].filter(([path]) => !materials.includes(path) && !isScene(path))
  assertAtMost(pictures.length, limits.images, 'textures')
  let pixels = 0
  for (const [path, bytes] of pictures) {
    const name = cutText(posix.basename(path), 100)
    const picture = await readPicture(bytes, name)
    pixels += picture?.pixels ?? 0
    if (picture) guarded.files.set(path, picture.bytes)
    else {
      guarded.files.delete(path)
      model.textures.unreadable.push(name)
    }
  }
  assertAtMost(pixels, limits.imagePixels, 'pixels in textures')
  return guarded
}

/** Pictures inside an .fbx take precedence over those beside it. */
function takeOutPictures(model: ForeignPackage): void {
  const { bytes, pictures } = guardFbx(model.bytes)
  model.bytes = bytes
  for (const [index, { names, bytes: picture }] of pictures.entries()) {
    const name = posix.basename((names[0] ?? '').replaceAll('\\', '/')) || String(index + 1)
    const path = `embedded/${index + 1}/${name}`
    model.files.set(path, picture)
    for (const reference of names) model.references.set(reference, path)
  }
}

export type WrittenForeign = Omit<ForeignFiles, 'files'> & { names: string[] }

/** Writes the model and its files to `folder`. Text in .obj, .mtl, .dae and ASCII .fbx files is converted to UTF-8. */
export async function writeForeign(model: ForeignPackage, folder: string): Promise<WrittenForeign> {
  const asked = new Set(model.references.values())
  const paths = [...model.files.keys()].filter((path) => model.format !== 'usdz' || asked.has(path))
  const materials = model.materials.map((path) => 1 + paths.indexOf(path))
  const isText = (file: number) => (file === 0 ? isTextModel(model) : materials.includes(file))
  for (const [file, bytes] of [model.bytes, ...paths.map((path) => model.files.get(path)!)].entries()) {
    const readable = isText(file) && !isUtf8(bytes) ? Buffer.from(model.readText(bytes)) : bytes
    const written = file === 0 ? standardise[model.format](readable) : readable
    await writeFile(path.join(folder, partFile(file)), written)
  }
  return {
    format: model.format,
    names: [model.path, ...paths],
    materials,
    references: [...model.references].flatMap(([reference, path]) =>
      path === undefined || path === model.path
        ? []
        : [[reference, paths.includes(path) ? 1 + paths.indexOf(path) : null]],
    ),
    missing: model.missing.filter((reference) => !model.references.has(reference)),
  }
}

/** Rewrites what three's loaders cannot read. */
const standardise: Record<ForeignFormat, (bytes: Uint8Array) => Uint8Array> = {
  fbx: normaliseFbx,
  obj: normaliseObj,
  dae: (bytes) => Buffer.from(normaliseDae(Buffer.from(bytes).toString())),
  ply: normalisePly,
  stl: (bytes) => bytes,
  usdz: (bytes) => bytes,
}

const isTextModel = ({ format, bytes }: ForeignPackage) =>
  format === 'obj' || format === 'dae' || (format === 'fbx' && bytes[0] === 0x3b)
