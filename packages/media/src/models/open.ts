import { fstatSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { InputFailure } from '@toile/contracts/failures'
import { openArchive, type Archive, type ArchiveEntry } from './archives/archive.js'
import { chooseModel, isOwnFile, type ChosenModel } from './archives/choose-model.js'
import type { ForeignPackage } from './foreign/foreign.js'
import { isForeign, type ModelFormat } from './formats.js'
import { gather, type Gathered } from './archives/gather.js'
import { withPlainText } from './identify.js'
import { openGlb, openGltf, type ModelPackage } from './package.js'

const MAX_LISTED = 100

/** Paths in an archive, at most 100 per list. `leftAsideCount` also counts the paths that `leftAside` omits. */
export interface ModelArchive {
  model: string
  otherModels: string[]
  leftAside: string[]
  leftAsideCount: number
}

export interface OpenedModel {
  model: ModelPackage | ForeignPackage
  archive?: ModelArchive
}

/**
 * @param wanted path of the model that the creator chose in the archive
 * @throws InputFailure NOT_A_MODEL if `wanted` is no model; MODEL_*, ARCHIVE_*
 */
export async function openModel(fd: number, format: ModelFormat, name: string, wanted?: string): Promise<OpenedModel> {
  if (format === 'zip') return openArchived(await openArchive({ fd, bytes: fstatSync(fd).size }), name, wanted)
  const alone = { path: name, bytes: withPlainText(readFileSync(fd)), format }
  return { model: await modelOf(alone, await gather(alone)) }
}

async function openArchived(archive: Archive, name: string, wanted?: string): Promise<OpenedModel> {
  const { chosen, gathered, entries } = await gatherBest(archive, name, wanted)
  const isUsed = (path: string) => path === chosen.path || gathered.files.has(path)
  const leftAside = [...entries.keys()].filter(
    (path) => isOwnFile(path) && !isUsed(path) && !chosen.others.includes(path),
  )
  return {
    model: await modelOf(chosen, gathered),
    archive: {
      model: chosen.path,
      otherModels: chosen.others.slice(0, MAX_LISTED),
      leftAside: leftAside.slice(0, MAX_LISTED),
      leftAsideCount: leftAside.length,
    },
  }
}

/** Takes the encoding in which the fewest referenced files are missing. The likeliest encoding is tried first. */
async function gatherBest(archive: Archive, name: string, wanted?: string) {
  let best: { chosen: ChosenModel; gathered: Gathered; entries: ReadonlyMap<string, ArchiveEntry> } | undefined
  for (const encoding of archive.encodings) {
    const entries = archive.list(encoding)
    if (wanted !== undefined && !entries.has(wanted)) continue
    const chosen = await chooseModel(entries, name, wanted)
    const gathered = await gather(chosen, entries, encoding)
    if (!best || gathered.missing.length < best.gathered.missing.length) best = { chosen, gathered, entries }
    if (gathered.missing.length === 0) break
  }
  if (!best) throw new InputFailure('ARCHIVE_WITHOUT_MODEL')
  return best
}

async function modelOf(
  { path, bytes, format }: Pick<ChosenModel, 'path' | 'bytes' | 'format'>,
  gathered: Gathered,
): Promise<ModelPackage | ForeignPackage> {
  if (format === 'usdz') return { format, path, bytes, ...gathered, ...(await unpackUsdz(bytes)) }
  if (isForeign(format)) return { format, path, bytes, ...gathered }
  const own = { files: gathered.files, find: gathered.find }
  return format === 'glb' ? openGlb(bytes, own) : openGltf(bytes, own)
}

const isOfUsdz = (path: string) =>
  /\.(?:usd[ac]?|png|jpe?g|avif|webp|gif|tiff?|bmp|tga|psd|dds|exr|hdr|ktx2)$/i.test(path)
/** three's loader itself takes files with these extensions out of a USDZ. It requests other files by name or path. */
const isTaken = (path: string) => /\.(?:usd[ac]?|png|jpe?g|avif)$/i.test(path)

async function unpackUsdz(bytes: Uint8Array): Promise<Pick<ForeignPackage, 'files' | 'references'>> {
  const archive = await openArchive(bytes, { mayCompress: false })
  const files = new Map<string, Uint8Array>()
  for (const [path, entry] of archive.list(archive.encodings[0]))
    if (isOfUsdz(path)) files.set(path, await entry.read())
  const asked = [...files.keys()].filter((path) => !isTaken(path))
  return {
    files,
    references: new Map(asked.flatMap((path) => [posix.basename(path), path].map((name) => [name, path]))),
  }
}
