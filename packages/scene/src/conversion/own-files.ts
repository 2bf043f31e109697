import { cutText } from '@toile/contracts/cut-text'
import { MAX_MISSING_TEXTURES } from '@toile/contracts/models/models.constants'

const NO_PICTURE = 'data:,'

export interface ConvertibleFiles {
  /** The first is the model. */
  files: { name: string; url: string }[]
  /** Indices of the material files. */
  materials: number[]
  /** File index of each texture reference; null for an unreadable file. References without a file are not listed. */
  references: [reference: string, file: number | null][]
  missing: string[]
}

/** Resolves references to uploaded files. Blob and data URLs stay. Any other reference is noted and never fetched. */
export interface OwnFiles {
  /** URL of the referenced file, or a URL that fails to decode. */
  urlOf(reference: string): string
  /** Notes that the file at this URL is no image. */
  failed(url: string): void
  materials(): Promise<string | undefined>
  /** Base names of files that are missing or are no images. */
  missing: Set<string>
}

/** References are compared with slashes: writeForeign() replaces backslashes in an .fbx but not in `references`. */
const keyOf = (reference: string) => reference.normalize('NFC').replaceAll('\\', '/')
const nameOf = (reference: string) => reference.split(/[\\/]/).pop()!.trim()

export function ownFiles({ files, materials, references, missing: missingMaterials }: ConvertibleFiles): OwnFiles {
  const missing = new Set<string>()
  const note = (reference: string) => {
    const name = cutText(nameOf(reference), 100)
    if (name !== '' && missing.size < MAX_MISSING_TEXTURES) missing.add(name)
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
