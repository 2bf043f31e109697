import { posix } from 'node:path'
import { cutText } from '@toile/contracts/cut-text'
import type { ArchiveEntry } from './archive.js'
import { isOwnFile, type ChosenModel } from './choose-model.js'
import { createFileFinder } from './file-finder.js'
import { isForeign, type ModelFormat } from '../formats.js'
import { assertAtMost, limits } from '../limits.js'
import { noTextureNotes, openGlb, openGltf, type TextureNotes } from '../package.js'
import { picturesOfMaterials, referencesOf } from './references.js'
import { decodeText, legacyEncodingsOf, unmarkedText } from './text-encoding.js'
import { urisOf } from '../uris.js'

/** The files that a model names, and where each of its references leads. */
export interface Gathered {
  /** Bytes by path, without the model's own. */
  files: Map<string, Uint8Array>
  /** The path of the file that a reference of the model means. */
  find(reference: string): string | undefined
  /** Path by reference, of pictures; undefined for those that did not come. */
  references: Map<string, string | undefined>
  /** Paths of the files of materials. */
  materials: string[]
  /** References that lead nowhere. */
  missing: string[]
  textures: TextureNotes
  /** Reads a text of the model: in UTF-8, or else in the encoding of its archive. */
  readText(text: Uint8Array): string
}

/** Of these the reader keeps all as one string. */
const nameOf = (reference: string) => cutText(posix.basename(reference.replaceAll('\\', '/')), 100)
const isText = (format: ModelFormat) => ['gltf', 'obj', 'dae'].includes(format)

/**
 * Reads the files that a model names out of those that came with it.
 * @param encoding of texts that are no UTF-8, as the names of the archive suggest it
 * @throws InputFailure MODEL_DAMAGED, MODEL_TOO_COMPLEX, ARCHIVE_*
 */
export async function gather(
  { path, bytes, format }: Pick<ChosenModel, 'path' | 'bytes' | 'format'>,
  entries: ReadonlyMap<string, ArchiveEntry> = new Map(),
  encoding?: string,
): Promise<Gathered> {
  if (isText(format)) assertAtMost(bytes.length, limits.textBytes, 'bytes of text')
  const find = createFileFinder(entries.keys())
  const gathered: Gathered = {
    files: new Map(),
    find: (reference) => find(reference, path),
    references: new Map(),
    materials: [],
    missing: [],
    textures: noTextureNotes(),
    readText: (text) => decodeText(text, encoding === undefined ? legacyEncodingsOf([text]) : [encoding]),
  }
  const refer = (reference: string, from: string) => {
    const found = find(reference, from)
    const used = found ?? find.withOtherEnding(reference, from)
    const named = nameOf(reference)
    const { substituted } = gathered.textures
    if (found === undefined && used !== undefined && !substituted.some((known) => known.named === named))
      substituted.push({ named, used: posix.basename(used) })
    gathered.references.set(reference, used)
  }
  const named = isForeign(format)
    ? referencesOf(format, bytes, gathered.readText)
    : urisOf((format === 'glb' ? openGlb : openGltf)(bytes).json)
  if (format === 'obj') {
    await gatherMaterials(gathered, { path, named, entries })
    for (const material of gathered.materials)
      for (const picture of picturesOfMaterials(gathered.readText(gathered.files.get(material)!)))
        refer(picture, material)
  } else for (const reference of named) refer(reference, path)
  for (const [reference, found] of gathered.references)
    if (found === undefined) gathered.missing.push(reference)
    else if (found !== path) gathered.files.set(found, await entries.get(found)!.read())
  return gathered
}

/** Those that an .obj names; else the only one of the archive, or the one that is called as the model is. */
async function gatherMaterials(
  { files, materials, missing, find }: Gathered,
  { path, named, entries }: { path: string; named: string[]; entries: ReadonlyMap<string, ArchiveEntry> },
) {
  const found = new Set<string>()
  for (const reference of named) {
    const material = find(reference)
    if (material === undefined) missing.push(reference)
    else found.add(material)
  }
  if (found.size === 0) {
    const all = [...entries.keys()].filter((each) => isOwnFile(each) && posix.extname(each).toLowerCase() === '.mtl')
    const stem = posix.parse(path).name
    const meant = all.length === 1 ? all[0] : all.find((each) => posix.parse(each).name === stem)
    if (meant !== undefined) {
      found.add(meant)
      missing.length = 0
    }
  }
  for (const material of found) {
    const bytes = unmarkedText(await entries.get(material)!.read())
    assertAtMost(bytes.length, limits.materialBytes, 'bytes of materials')
    files.set(material, bytes)
    materials.push(material)
  }
}
