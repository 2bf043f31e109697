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

export interface Gathered {
  files: Map<string, Uint8Array>
  find(reference: string): string | undefined
  /** File path of each reference in the model (for an .obj, in its .mtl files); undefined if the file is missing. */
  references: Map<string, string | undefined>
  materials: string[]
  missing: string[]
  textures: TextureNotes
  /** Decodes UTF-8. Other text is read in the encoding of the archive's names or, if unknown, in a guessed one. */
  readText(text: Uint8Array): string
}

/** The name is cut to 100 characters, because a finding lists several names in one text. */
const nameOf = (reference: string) => cutText(posix.basename(reference.replaceAll('\\', '/')), 100)
const isText = (format: ModelFormat) => ['gltf', 'obj', 'dae'].includes(format)

/**
 * Reads from the archive the files that a model refers to, and lists missing ones.
 * @param encoding encoding of texts that are not UTF-8, guessed from the archive's file names
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
