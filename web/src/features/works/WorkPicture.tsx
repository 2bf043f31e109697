import type { Image } from '@toile/contracts/images'

/** The best format that the picture is there in comes first; every browser that has WebGL 2 reads WebP. */
const FORMATS = ['avif', 'webp', 'jpeg', 'jpg', 'png']

/** A picture in the widths it is there in; the browser chooses. It fills its box, which has the final size already. */
export function WorkPicture({
  image,
  sizes,
  alt = '',
  first = false,
}: {
  image: Image
  sizes: string
  alt?: string
  first?: boolean
}) {
  const format = FORMATS.find((wanted) => image.variants.some((variant) => variant.format === wanted))
  const variants = image.variants
    .filter((variant) => variant.format === format)
    .sort((one, other) => one.width - other.width)
  const largest = variants.at(-1)
  if (!largest) return null
  return (
    <img
      src={largest.url}
      srcSet={variants.map((variant) => `${variant.url} ${variant.width}w`).join(', ')}
      sizes={sizes}
      width={largest.width}
      height={largest.height}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  )
}
