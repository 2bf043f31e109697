import { cutText } from '@toile/contracts/cut-text'
const MAX_MISSING = 20
const NO_PICTURE = 'data:,'

/** The files that came with a model, and which of them each of its references means. */
export interface ConvertibleFiles {
  /** The first is the model. */
  files: { name: string; url: string }[]
  /** Which of the files hold materials. */
  materials: number[]
  /** Which of the files a reference to a picture means; none where it cannot be read. Others did not come. */
  references: [reference: string, file: number | null][]
  /** References to files of materials that did not come. */
  missing: string[]
}

/** The files that came with a model. What it names beyond them is noted, never fetched. */
export interface OwnFiles {
  /** Where the file that the model names is served; an address without a picture when it did not come. */
  urlOf(reference: string): string
  /** Notes that the file served at an address is no picture after all. */
  failed(url: string): void
  /** The texts of all files of materials, one after the other. */
  materials(): Promise<string | undefined>
  /** Names of files that did not come or are no pictures, without their folders. */
  missing: Set<string>
}

/** As three hands a reference over, with the slashes that writeForeign() gave an .fbx. */
const keyOf = (reference: string) => reference.normalize('NFC').replaceAll('\\', '/')
const nameOf = (reference: string) => reference.split(/[\\/]/).pop()!.trim()

export function ownFiles({ files, materials, references, missing: missingMaterials }: ConvertibleFiles): OwnFiles {
  const missing = new Set<string>()
  const note = (reference: string) => {
    const name = cutText(nameOf(reference), 100)
    if (name !== '' && missing.size < MAX_MISSING) missing.add(name)
  }
  missingMaterials.forEach(note)
  const meant = new Map(
    references.map(([reference, file]) => [keyOf(reference), file === null ? NO_PICTURE : files[file]!.url]),
  )
  return {
    missing,
    urlOf(reference) {
      if (/^(?:blob:|data:)/i.test(reference)) return reference
      const url = meant.get(keyOf(reference))
      if (url === undefined) note(reference)
      return url ?? NO_PICTURE
    },
    failed(url) {
      const file = files.find((one) => one.url === url)
      if (file) note(file.name)
    },
    async materials() {
      if (materials.length === 0) return undefined
      const texts = materials.map(async (file) => (await fetch(files[file]!.url)).text())
      return (await Promise.all(texts)).join('\n')
    },
  }
}
