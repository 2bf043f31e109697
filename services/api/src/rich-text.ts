import sanitize from 'sanitize-html'
import {
  droppedTags,
  MAX_RICH_TEXT_IMAGES,
  richTextAttributes,
  richTextLink,
  richTextSchemes,
  richTextTags,
} from '@toile/contracts/rich-text.constants'
import { invalidInput } from '@toile/contracts/errors'
import { cleanText } from '@toile/contracts/texts'
import { isId } from '@toile/contracts/ids'
import type { Db } from '@toile/db/client'
import { findImages, type ImageRow } from '@toile/db/images/images'
import type { Links } from '@toile/runtime/links'

/** Matches the start of an absolute http(s) URL, of a mailto: link, or of a path of this site. */
const LINK = /^(?:https?:\/\/[^\s/\\]|mailto:[^\s]|\/(?![/\\]))/i
/** Deeper tags are removed, because browsers struggle with deep nesting. */
const MAX_DEPTH = 30
/** Maximum number of rounds after the first cleaning. Two rounds suffice for all known inputs. */
const MAX_ROUNDS = 5

/** Keeps only what rich-text.constants.ts allows, without images' `src` and size. '' if nothing shows. Idempotent. */
export function cleanHtml(html: string): string {
  let clean = cleanOnce(html.normalize('NFC'))
  // Removing content can join the text around it into a tag, which must be cleaned too.
  for (let rounds = 0, before = ''; before !== clean && rounds < MAX_ROUNDS; rounds++) {
    before = clean
    clean = cleanOnce(clean)
  }
  const text = cleanText(clean)
  return text.includes('<img ') || cleanText(plainText(text)) ? text : ''
}

function cleanOnce(html: string): string {
  return sanitize(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { ...richTextAttributes, img: ['data-image-id', 'alt'] } as Record<string, string[]>,
    allowedSchemes: [...richTextSchemes],
    allowProtocolRelative: false,
    nonTextTags: [...droppedTags],
    nestingLimit: MAX_DEPTH,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isId(attribs['data-image-id'] ?? ''),
    transformTags: {
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      b: 'strong',
      i: 'em',
      strike: 's',
      del: 's',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { ...(LINK.test(href.trim()) && { href: href.trim(), ...richTextLink }) },
      }),
      ol: (tagName, { start = '' }) => ({ tagName, attribs: { ...(/^\d{1,4}$/.test(start) && { start }) } }),
    },
  })
}

export function plainText(html: string): string {
  const lines = html.replace(/<br\s*\/?>|<\/(p|h[1-6]|li|blockquote|pre)>/gi, '\n')
  return sanitize(lines, { allowedTags: [], allowedAttributes: {}, nonTextTags: [...droppedTags] })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .trim()
}

export function imagesIn(clean: string): string[] {
  return [...new Set([...clean.matchAll(/<img data-image-id="([0-9a-f-]{36})"/g)].map(([, id]) => id!))]
}

/**
 * @returns the ids of the images in the text
 * @throws INVALID_INPUT for too many images, or for one that is neither `known` nor the owner's ready `inline` image
 */
export async function assertOwnImages(
  db: Db,
  clean: string,
  { ownerId, field, known = [] }: { ownerId: string; field: string; known?: readonly string[] },
): Promise<string[]> {
  const ids = imagesIn(clean)
  if (ids.length > MAX_RICH_TEXT_IMAGES)
    throw invalidInput({ [field]: [{ code: 'FIELD_TOO_MANY', params: { max: MAX_RICH_TEXT_IMAGES } }] })
  const added = ids.filter((id) => !known.includes(id))
  const images = added.length > 0 ? await findImages(db, added) : []
  const fit = images.filter(
    ({ ownerId: owner, purpose, status }) => owner === ownerId && purpose === 'inline' && status === 'ready',
  )
  if (fit.length < added.length) throw invalidInput({ [field]: [{ code: 'FIELD_IMAGE_NOT_READY' }] })
  return ids
}

export function withImages(clean: string, images: ReadonlyMap<string, ImageRow>, links: Links): string {
  return clean.replace(/<img data-image-id="([0-9a-f-]{36})"/g, (tag, id: string) => {
    const image = images.get(id)
    const variants = image?.variants ?? []
    const largest = variants.findLast(({ format }) => format === 'webp') ?? variants.at(-1)
    if (!image || !largest) return tag
    const name = `inline-${largest.width}.${largest.format}`
    const src = links.file({ id: largest.fileId, name, public: image.public })
    return `${tag} src="${src.replaceAll('&', '&amp;')}" width="${largest.width}" height="${largest.height}"`
  })
}
