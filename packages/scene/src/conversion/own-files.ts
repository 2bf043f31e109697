import { cutText } from '@toile/contracts/cut-text'
import { MAX_MISSING_TEXTURES } from '@toile/contracts/models/models.constants'

const NO_PICTURE = 'data:,'

export interface ConvertibleFiles {
  /** The first is the model. */
  files: { name: string; url: string }[]
  /** Indices of the material files. */
  materials: number[]
  /** The file of each texture reference; null where it cannot be read. Unlisted references were not uploaded. */
  references: [reference: string, file: number | null][]
  missing: string[]
}

/** Resolves references to uploaded files; any other reference is noted, never fetched. */
export interface OwnFiles {
  /** URL of the referenced file, or one that fails to decode. */
  urlOf(reference: string): string
  /** Notes that the file at this URL is no image. */
  failed(url: string): void
  materials(): Promise<string | undefined>
  /** Base names of files that are missing or are no images. */
  missing: Set<string>
}

/** three passes an .fbx reference with the slashes that writeForeign() gave it. */
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
