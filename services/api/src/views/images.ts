import { failureView } from '@toile/contracts/failure-view'
import type { Image } from '@toile/contracts/images/images'
import type { Language } from '@toile/contracts/languages.constants'
import type { ImageRow } from '@toile/db/images/images'
import type { Links } from '@toile/runtime/links'

export type ShownImage = Omit<ImageRow, 'ownerId' | 'uploadId' | 'updatedAt'>

/** `language` matters only for the text of a failure. */
export function imageView(row: ShownImage, links: Links, language: Language = 'en'): Image {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    width: row.width,
    height: row.height,
    blurhash: row.blurhash,
    variants: row.variants.map(({ fileId, ...variant }) => ({
      ...variant,
      url: links.file({ id: fileId, name: `${row.purpose}-${variant.width}.${variant.format}`, public: row.public }),
    })),
    ...(row.angle && { angle: row.angle }),
    ...(row.failure && { failure: failureView(row.failure, language) }),
    version: row.version,
  }
}

export function smallestUrl(row: ImageRow | undefined, links: Links): string | null {
  const variants = row?.status === 'ready' ? imageView(row, links).variants : []
  const [smallest] = [...variants].sort((one, other) => one.width - other.width)
  return smallest?.url ?? null
}
