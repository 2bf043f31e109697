const MAX_MISSING = 20

/** A file that came with the upload: the name the model knows it under, and where it is read. */
export interface OwnFile {
  name: string
  url: string
}

/** The files that came with a model. What it names beyond them is noted, never fetched. */
export interface OwnFiles {
  /** Where the file that the model names is served; an address without a picture when it did not come. */
  urlOf(reference: string): string
  /** Notes that the file served at an address is no picture after all. */
  failed(url: string): void
  /**
   * The texts of the files that the model names, one after the other, or of the only one with this ending. A line may
   * name several, with blanks between them and in them.
   */
  text(lines: string[], ending: string): Promise<string | undefined>
  /** Names of files that did not come or are no pictures, without their folders. */
  missing: Set<string>
}

/** Exporters write paths of the machine they ran on: what counts is the file's own name, in any case. */
const nameOf = (reference: string) => reference.split(/[\\/]/).pop()!.split('?')[0]!.trim()

export function ownFiles(files: OwnFile[]): OwnFiles {
  const missing = new Set<string>()
  const note = (reference: string) => {
    const name = nameOf(reference).slice(0, 100)
    if (name !== '' && missing.size < MAX_MISSING) missing.add(name)
  }
  const find = (reference: string) => {
    let name = nameOf(reference)
    try {
      name = decodeURIComponent(name)
    } catch {
      // A percent sign that is meant as one.
    }
    return files.find((file) => nameOf(file.name).toLowerCase() === name.toLowerCase())
  }
  return {
    missing,
    urlOf(reference) {
      if (/^(blob:|data:)/i.test(reference)) return reference
      const url = find(reference)?.url
      if (url === undefined) note(reference)
      return url ?? 'data:,'
    },
    failed(url) {
      const file = files.find((one) => one.url === url)
      if (file) note(file.name)
    },
    async text(lines, ending) {
      const afterEnding = new RegExp(`(?<=\\${ending})\\s+`, 'i')
      const references = lines.flatMap((line) => line.split(afterEnding))
      let named = references.map(find)
      const ofKind = files.filter((file) => file.name.toLowerCase().endsWith(ending))
      if (!named.some(Boolean) && ofKind.length === 1) named = ofKind
      else for (const [index, reference] of references.entries()) if (!named[index]) note(reference)
      const texts = [...new Set(named)].filter((file) => file !== undefined)
      if (texts.length === 0) return undefined
      return (await Promise.all(texts.map(async ({ url }) => (await fetch(url)).text()))).join('\n')
    },
  }
}
