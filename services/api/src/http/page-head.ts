import type { Hosts } from '@toile/runtime/hosts-config'
import type { Image } from '@toile/contracts/images/images'
import { escapeHtml } from '@toile/runtime/escape-html'

export interface PageHead {
  title: string
  description: string
  url: string
  /** A forced colour scheme. The script theme.js needs the scheme before the first paint. */
  colours?: 'light' | 'dark' | undefined
  oembedUrl?: string
  index: boolean
  image?: { url: string; width: number; height: number; alt: string }
}

/** Markers around the part of web/index.html that fillHead() replaces. */
const BEGIN = '<!--page-head-->'
const END = '<!--/page-head-->'
/** Link previews show about two lines of a description. */
const MAX_DESCRIPTION_LENGTH = 200
/** Formats of the preview picture in order of preference. Fewer social networks support WebP, so it comes last. */
const cardFormats = ['jpeg', 'jpg', 'png', 'webp']

/** Replaces the markers and the text between them. `String.replace` would interpret `$`. @throws if one is missing */
export function fillHead(html: string, head: PageHead): string {
  const begin = html.indexOf(BEGIN)
  const end = html.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`web/index.html lacks ${BEGIN} ... ${END}`)
  return html.slice(0, begin) + tagsOf(head).join('\n    ') + html.slice(end + END.length)
}

export function addHosts(html: string, hosts: Hosts): string {
  return Object.keys(hosts).length === 0 ? html : addMeta(html, 'toile-hosts', JSON.stringify(hosts))
}

export function addUnmeasured(html: string): string {
  return addMeta(html, 'toile-page-views', 'off')
}

function addMeta(html: string, name: string, content: string): string {
  const begin = html.indexOf(BEGIN)
  if (begin < 0) throw new Error(`web/index.html lacks ${BEGIN}`)
  return `${html.slice(0, begin)}<meta name="${name}" content="${escapeHtml(content)}" />\n    ${html.slice(begin)}`
}

function tagsOf({ title, description, url, colours, oembedUrl, index, image }: PageHead): string[] {
  const property = (name: string, content: string | number) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`
  const name = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}" />`
  const text = shorten(description)
  const tags = [
    `<title>${escapeHtml(title)}</title>`,
    name('description', text),
    property('og:site_name', 'Toile'),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', text),
    property('og:url', url),
    name('twitter:card', image ? 'summary_large_image' : 'summary'),
    name('twitter:title', title),
    name('twitter:description', text),
  ]
  if (image)
    tags.push(
      property('og:image', image.url),
      property('og:image:width', image.width),
      property('og:image:height', image.height),
      property('og:image:alt', image.alt),
      name('twitter:image', image.url),
      name('twitter:image:alt', image.alt),
    )
  if (colours) tags.push(name('toile-colours', colours))
  if (oembedUrl) tags.push(`<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembedUrl)}" />`)
  tags.push(index ? `<link rel="canonical" href="${escapeHtml(url)}" />` : name('robots', 'noindex'))
  return tags
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return line
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_DESCRIPTION_LENGTH / 2 ? cut.slice(0, space) : cut}…`
}

export function cardPicture(image: Image, alt: string): PageHead['image'] {
  const format = cardFormats.find((wanted) => image.variants.some((variant) => variant.format === wanted))
  const [variant] = image.variants
    .filter((variant) => variant.format === format)
    .sort((one, other) => other.width - one.width)
  return variant && { url: variant.url, width: variant.width, height: variant.height, alt }
}
