import { posix } from 'node:path'
import yauzl from 'yauzl'
import { InputFailure } from '@toile/contracts/failures'
import { limits } from './limits.js'

const kept = /\.(gltf|glb|bin|fbx|obj|mtl|dae|ply|stl|usd[ac]?|png|jpe?g|webp)$/i
/** The best of an archive that holds the same garment in several formats stands first. */
const models = ['glb', 'gltf', 'fbx', 'dae', 'obj', 'ply', 'stl']
const archives = /\.(zip|rar|7z|gz|tgz|bz2|xz|tar|zst)$/i
const LINK = 0o120000

const refused = (detail: string) => new InputFailure('ARCHIVE_REFUSED', { detail })

/**
 * The files of a .zip that a model can use, by normalised path; others (notes, previews) are left packed. Nothing is
 * written to disk. Sizes are counted while inflating: headers lie. A USDZ may not compress.
 * @throws InputFailure ARCHIVE_DAMAGED, ARCHIVE_REFUSED
 */
export async function unpackZip(
  fd: number,
  archiveBytes: number,
  { mayCompress = true } = {},
): Promise<Map<string, Uint8Array>> {
  const zip = await yauzl
    .fromFdPromise(fd, { autoClose: false, validateEntrySizes: true, strictFileNames: true })
    .catch(unreadable)
  if (zip.entryCount > limits.archiveEntries) throw refused(`${zip.entryCount} files, at most ${limits.archiveEntries}`)
  const files = new Map<string, Uint8Array>()
  let total = 0
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      guardEntry(entry)
      packed += entry.compressedSize
      // More than the archive holds: entries lie over each other.
      if (packed > archiveBytes) throw refused('unpacks to far too much')
      if (!mayCompress && entry.compressionMethod !== 0) throw refused('compressed')
      if (entry.fileName.endsWith('/') || !kept.test(entry.fileName)) continue
      const ratioBytes = Math.max(entry.compressedSize * limits.archiveRatio, limits.archiveRatioFromBytes)
      const atMostBytes = Math.min(ratioBytes, limits.archiveBytes - total)
      const bytes = await inflate(zip, entry, atMostBytes)
      total += bytes.length
      files.set(posix.normalize(entry.fileName), bytes)
    }
  } catch (error) {
    unreadable(error)
  }
  return files
}

/** The model of an archive: the one in the outermost folder, there the best format, then by name. */
export function mainModel(files: ReadonlyMap<string, Uint8Array>): string {
  const depth = (path: string) => path.split('/').length
  const rank = (path: string) => models.indexOf(posix.extname(path).slice(1).toLowerCase())
  const found = [...files.keys()].filter((path) => rank(path) >= 0 && !path.startsWith('__MACOSX/'))
  const [first] = found.sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || (a < b ? -1 : 1))
  if (first === undefined) throw new InputFailure('ARCHIVE_WITHOUT_MODEL')
  return first
}

function guardEntry(entry: yauzl.Entry) {
  const name = entry.fileName
  if (entry.isEncrypted()) throw refused('encrypted')
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === LINK) throw refused('link')
  if (archives.test(name)) throw refused('archive inside the archive')
  if (name.includes('\0') || /^[a-z]:/i.test(name)) throw refused('file name')
  if (name.split('/').length > limits.archiveFolders) throw refused('too many folders')
}

async function inflate(zip: yauzl.ZipFile, entry: yauzl.Entry, maxBytes: number): Promise<Buffer> {
  if (entry.uncompressedSize > maxBytes) throw refused('unpacks to far too much')
  // Memory that is not written to costs nothing, and yauzl ends the stream where the header's size is passed.
  const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize)
  let size = 0
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
    size += part.copy(bytes, size)
  return bytes
}

/** yauzl's errors: a path that leaves the archive is refused, the rest is damage. */
function unreadable(error: unknown): never {
  if (error instanceof InputFailure) throw error
  const words = error instanceof Error ? error.message : String(error)
  if (/relative path|absolute path|invalid characters/.test(words)) throw refused('file name')
  throw new InputFailure('ARCHIVE_DAMAGED')
}
