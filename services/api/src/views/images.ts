import type { Image } from '@toile/contracts/images'
import type { ImageRow } from '@toile/db/queries/images'
import type { Links } from './links.js'

export function imageView(row: ImageRow, links: Links): Image {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    width: row.width,
    height: row.height,
    blurhash: row.blurhash,
    variants: row.variants.map(({ fileId, public: isPublic, ...variant }) => ({
      ...variant,
      url: links.file({ id: fileId, name: `${row.purpose}-${variant.width}.${variant.format}`, public: isPublic }),
    })),
  }
}
