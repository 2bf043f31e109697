export interface FileFinder {
  /** `from` is the path of the file that holds the reference. */
  (reference: string, from: string): string | undefined
  /** Finds a picture with another extension, such as cloth.png for cloth.psd. */
  withOtherEnding(reference: string, from: string): string | undefined
}

const pictureEndings = ['png', 'jpg', 'jpeg', 'webp', 'tga', 'tif', 'tiff', 'bmp', 'psd']

/**
 * References may be relative or absolute paths of the exporting machine, with any slashes, case, percent-encoding or
 * Unicode composition. The first of these matches counts: the path from the referring file's folder or the archive's
 * root; the same path in another case; the only file that shares the longest end of the path; the file with this name
 * beside the referring file.
 */
export function createFileFinder(paths: Iterable<string>): FileFinder {
  const exact = new Set<string>()
  const folded = new Map<string, string>()
  const byName = new Map<string, { path: string; parts: string[] }[]>()
  for (const path of paths) {
    exact.add(path)
    const key = fold(path)
    if (!folded.has(key)) folded.set(key, path)
    const name = nameOf(key)
    const known = byName.get(name)
    if (known) known.push({ path, parts: key.split('/') })
    else byName.set(name, [{ path, parts: key.split('/') }])
  }
  const find = (reference: string, from: string) => {
    const folder = from.slice(0, from.lastIndexOf('/') + 1)
    // Every match has the same file name as its spelling. So a spelling is skipped if no file has that name.
    const spellings = spellingsOf(reference).filter((spelling) => byName.has(nameOf(fold(spelling))))
    const whole = spellings.flatMap((spelling) => [normalise(folder + spelling), normalise(spelling)])
    return (
      whole.find((path) => exact.has(path)) ??
      whole.map((path) => folded.get(fold(path))).find((path) => path !== undefined) ??
      spellings.map((spelling) => byTail(fold(spelling), fold(folder))).find((path) => path !== undefined)
    )
  }
  const withOtherEnding = (reference: string, from: string) => {
    const stem = reference.replace(/\.\w{2,5}$/, '')
    if (stem === reference) return undefined
    return pictureEndings.map((ending) => find(`${stem}.${ending}`, from)).find((path) => path !== undefined)
  }
  return Object.assign(find, { withOtherEnding })

  function byTail(reference: string, folder: string): string | undefined {
    const name = nameOf(reference)
    const parts = reference.split('/')
    let longest = 0
    let found: string[] = []
    for (const file of byName.get(name) ?? []) {
      const length = commonTail(file.parts, parts)
      if (length > longest) found = []
      longest = Math.max(longest, length)
      if (length === longest) found.push(file.path)
    }
    return found.length === 1 ? found[0] : folded.get(folder + name)
  }
}

const fold = (path: string) => path.normalize('NFC').toLowerCase()
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Returns the reference as it is, then without `file:` and backslashes, then also decoded, then without a query. */
function spellingsOf(reference: string): string[] {
  const plain = reference.replace(/^file:\/+/i, '').replaceAll('\\', '/')
  const decoded = decodedOf(plain)
  return [...new Set([reference, plain, decoded, decoded.split('?')[0]!])]
}

function decodedOf(reference: string): string {
  try {
    return decodeURIComponent(reference).replaceAll('\\', '/')
  } catch {
    // If decoding fails, the percent sign is a literal one.
    return reference
  }
}

/** Resolves `..` and removes `.` and empty parts. A path above the archive's root starts at the root. */
export function normalise(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function commonTail(a: string[], b: string[]): number {
  let length = 0
  while (length < a.length && length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++
  return length
}
