import { posix } from 'node:path'
import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import type { ArchiveEntry } from './archive.js'
import type { ModelFormat } from '../formats.js'
import { identifyBytes, unreadFormat, withPlainText } from '../identify.js'

/** In order of preference; formats in the same list rank equally. */
const preferred = [['glb', 'gltf', 'vrm'], ['fbx'], ['obj', 'dae', 'ply', 'stl', 'usdz']]
const ARCHIVES = /\.(?:zip|rar|7z|gz|tgz|bz2|xz|tar|zst)$/i
const SYSTEM_FILES = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export interface ChosenModel {
  path: string
  bytes: Uint8Array
  format: Exclude<ModelFormat, 'zip'>
  others: string[]
}

export const isOwnFile = (path: string) => !SYSTEM_FILES.test(path)

/**
 * Prefers a file named like the archive, then the order of `preferred`, then the largest file. A file without a model
 * is skipped.
 * @param wanted path of the model that its creator chose
 * @throws InputFailure NOT_A_MODEL if `wanted` is no model; MODEL_FORMAT_UNSUPPORTED, ARCHIVE_*
 */
export async function chooseModel(
  files: ReadonlyMap<string, ArchiveEntry>,
  archiveName: string,
  wanted?: string,
): Promise<ChosenModel> {
  const stem = (path: string) => posix.parse(path).name.normalize('NFC').toLowerCase()
  const rank = (path: string) =>
    preferred.findIndex((formats) => formats.includes(posix.extname(path).slice(1).toLowerCase()))
  const isNamed = (path: string) => stem(path) === stem(archiveName)
  const bytes = (path: string) => files.get(path)!.bytes
  const own = [...files.keys()].filter(isOwnFile)
  const models = own
    .filter((path) => rank(path) >= 0)
    .toSorted(
      (a, b) => Number(isNamed(b)) - Number(isNamed(a)) || rank(a) - rank(b) || bytes(b) - bytes(a) || (a < b ? -1 : 1),
    )
  for (const path of wanted === undefined ? models : models.filter((path) => path === wanted)) {
    const bytes = withPlainText(await files.get(path)!.read())
    const format = formatOf(bytes)
    if (format && format !== 'zip') return { path, bytes, format, others: models.filter((other) => other !== path) }
  }
  if (wanted !== undefined) throw new InputFailure('NOT_A_MODEL')
  const unread = own.map(unreadFormat).find((failure) => failure !== undefined)
  if (unread) throw unread
  const inside = own.find((path) => ARCHIVES.test(path))
  if (inside === undefined) throw new InputFailure('ARCHIVE_WITHOUT_MODEL')
  throw new InputFailure('ARCHIVE_INSIDE_ARCHIVE', { name: cutText(posix.basename(inside), 100) })
}

function formatOf(bytes: Uint8Array): ModelFormat | undefined {
  try {
    return identifyBytes(bytes, bytes.length)
  } catch {
    return undefined
  }
}
