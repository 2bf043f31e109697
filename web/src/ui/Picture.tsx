import { useState } from 'react'
import type { Image } from '@toile/contracts/images/images'
import { blurUrl } from './blurhash.js'

interface PictureProps {
  image: Image
  sizes: string
  alt?: string
  first?: boolean
}

/** A responsive picture. It fills its parent, whose size must not depend on it. Its blurhash shows while it loads. */
export function Picture({ image, sizes, alt = '', first = false }: PictureProps) {
  const [isLoading, setIsLoading] = useState(true)
  const webp = sourcesOf(image, 'webp')
  const jpeg = sourcesOf(image, 'jpeg')
  // Older pictures exist only as WebP, which every browser that can run this site supports.
  const plain = jpeg.length > 0 ? jpeg : webp
  const largest = plain.at(-1)
  if (!largest) return null
  const blur = isLoading && image.blurhash ? blurUrl(image.blurhash) : ''
  return (
    <picture className="picture">
      {jpeg.length > 0 && webp.length > 0 && <source type="image/webp" srcSet={srcSet(webp)} sizes={sizes} />}
      <img
        src={largest.url}
        srcSet={srcSet(plain)}
        sizes={sizes}
        width={largest.width}
        height={largest.height}
        alt={alt}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        style={blur ? { backgroundImage: `url(${blur})` } : undefined}
        onLoad={() => setIsLoading(false)}
        onError={() => setIsLoading(false)}
      />
    </picture>
  )
}

type Variant = Image['variants'][number]

function sourcesOf({ variants }: Image, format: 'webp' | 'jpeg'): Variant[] {
  return variants.filter((variant) => variant.format === format).sort((one, other) => one.width - other.width)
}

function srcSet(variants: readonly Variant[]): string {
  return variants.map(({ url, width }) => `${url} ${width}w`).join(', ')
}
