import { posix } from 'node:path'
import { cutText } from '@toile/contracts/cut-text'
import { InputFailure } from '@toile/contracts/failures'
import type { ArchiveEntry } from './archive.js'
import type { ModelFormat } from '../formats.js'
import { identifyBytes, unreadFormat, withPlainText } from '../identify.js'

/** In the order in which one is chosen; those of one line are equal. */
const preferred = [['glb', 'gltf', 'vrm'], ['fbx'], ['obj', 'dae', 'ply', 'stl', 'usdz']]
const ARCHIVES = /\.(?:zip|rar|7z|gz|tgz|bz2|xz|tar|zst)$/i
/** Notes of macOS and of Windows, which are there without anybody's doing. */
const SYSTEM_FILES = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i

export interface ChosenModel {
  path: string
  bytes: Uint8Array
  format: Exclude<ModelFormat, 'zip'>
  /** Paths of what could have been shown as well. */
  others: string[]
}

/** Whether a person put this file into the archive. */
export const isOwnFile = (path: string) => !SYSTEM_FILES.test(path)

/**
 * The model of an archive. What is called as the archive is comes first; then glTF before FBX before the rest; then the
 * largest. What is no model, whatever its name says, is passed over.
 * @param wanted the path of the one that its creator wants
 * @throws InputFailure NOT_A_MODEL of the one that is wanted; MODEL_FORMAT_UNSUPPORTED, ARCHIVE_WITHOUT_MODEL, ARCHIVE_INSIDE_ARCHIVE; ARCHIVE_* of a model that cannot be unpacked
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
  // It has a model's name, and the archive has others.
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
