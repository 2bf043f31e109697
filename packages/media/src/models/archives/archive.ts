import { isUtf8 } from 'node:buffer'
import yauzl from 'yauzl'
import { InputFailure } from '@toile/contracts/failures'
import type { Detail } from '@toile/contracts/moderation/terms'
import { normalise } from './file-finder.js'
import { limits } from '../limits.js'
import { decodeText, legacyEncodingsOf } from './text-encoding.js'

const LINK = 0o120000
const UTF8_FLAG = 0x800
/** Info-ZIP extra field with the name in UTF-8. */
const UNICODE_PATH = 0x7075

const refused = (detail: Detail) => new InputFailure('ARCHIVE_REFUSED', { detail })

export interface Archive {
  encodings: (string | undefined)[]
  list(encoding: string | undefined): Map<string, ArchiveEntry>
}

export interface ArchiveEntry {
  /** Unpacked size that the archive's directory claims. */
  bytes: number
  /** @throws InputFailure ARCHIVE_DAMAGED, ARCHIVE_REFUSED (encrypted, a link, or too large) */
  read(): Promise<Uint8Array>
}

/**
 * Checks the archive's directory when it opens the archive: number and total packed size of the entries, their
 * compression, and their paths. Each entry is checked when it is read. `mayCompress` is false for USDZ, which must not
 * be compressed.
 * @throws InputFailure ARCHIVE_DAMAGED, ARCHIVE_REFUSED
 */
export async function openArchive(
  source: { fd: number; bytes: number } | Uint8Array,
  { mayCompress = true } = {},
): Promise<Archive> {
  const options = { autoClose: false, validateEntrySizes: true, decodeStrings: false } as const
  const zip = await (
    source instanceof Uint8Array
      ? yauzl.fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.length), options)
      : yauzl.fromFdPromise(source.fd, options)
  ).catch(unreadable)
  const archiveBytes = source instanceof Uint8Array ? source.length : source.bytes
  if (zip.entryCount > limits.archiveEntries) throw refused(`${zip.entryCount} files, at most ${limits.archiveEntries}`)
  const entries: yauzl.Entry[] = []
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      packed += entry.compressedSize
      if (packed > archiveBytes) throw refused('unpacks to far too much')
      if (!mayCompress && entry.compressionMethod !== 0) throw refused('compressed')
      entries.push(entry)
    }
  } catch (error) {
    unreadable(error)
  }
  const legacy = legacyEncodingsOf(entries.map((entry) => entry.fileNameRaw))
  for (const entry of entries) guardName(nameOf(entry, legacy[0]))

  let unpackedBytes = 0
  const read = async (entry: yauzl.Entry) => {
    const atMostBytes = Math.max(entry.compressedSize * limits.archiveRatio, limits.archiveRatioFromBytes)
    const bytes = await inflate(zip, entry, Math.min(atMostBytes, limits.archiveBytes - unpackedBytes))
    unpackedBytes += bytes.length
    return bytes
  }
  const unpacked = entries.map((entry) => {
    let bytes: Promise<Uint8Array> | undefined
    return { bytes: entry.uncompressedSize, read: () => (bytes ??= read(entry).catch(unreadable)) }
  })
  return {
    encodings: legacy.length > 0 ? legacy : [undefined],
    list(encoding) {
      const files = new Map<string, ArchiveEntry>()
      for (const [index, entry] of entries.entries()) {
        const name = nameOf(entry, encoding)
        if (!name.endsWith('/')) files.set(normalise(name), unpacked[index]!)
      }
      return files
    },
  }
}

/** Windows writes names in a regional encoding, formerly with backslashes. Some programs omit the flag for UTF-8. */
function nameOf(entry: yauzl.Entry, encoding: string | undefined): string {
  const raw = entry.fileNameRaw
  if (encoding !== undefined && !isUtf8(raw) && !entry.extraFields.some(({ id }) => id === UNICODE_PATH))
    return decodeText(raw, [encoding]).replaceAll('\\', '/')
  return yauzl.getFileNameLowLevel(isUtf8(raw) ? UTF8_FLAG : 0, raw, entry.extraFields, false)
}

function guardName(name: string) {
  const folders = name.split('/')
  if (name.includes('\0') || /^(?:[a-z]:|\/)/i.test(name) || folders.includes('..')) throw refused('file name')
  if (folders.length > limits.archiveFolders) throw refused('too many folders')
}

async function inflate(zip: yauzl.ZipFile, entry: yauzl.Entry, maxBytes: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw refused('encrypted')
  if (((entry.externalFileAttributes >>> 16) & 0o170000) === LINK) throw refused('link')
  if (entry.uncompressedSize > maxBytes) throw refused('unpacks to far too much')
  // The claimed size is safe to allocate: untouched memory costs nothing, and yauzl fails if the data are larger.
  const bytes = Buffer.allocUnsafeSlow(entry.uncompressedSize)
  let size = 0
  for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
    size += part.copy(bytes, size)
  return bytes
}

function unreadable(error: unknown): never {
  if (error instanceof InputFailure) throw error
  throw new InputFailure('ARCHIVE_DAMAGED')
}
