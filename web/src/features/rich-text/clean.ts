import DOMPurify from 'dompurify'
import { richTextAttributes, richTextLink, richTextSchemes, richTextTags } from '@toile/contracts/rich-text.constants'

// This is a separate instance, because hooks on DOMPurify's shared instance would apply to all its callers.
const purifier = DOMPurify(window)

purifier.addHook('uponSanitizeAttribute', (element, data) => {
  if (!richTextAttributes[element.localName]?.includes(data.attrName)) data.keepAttr = false
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'a')
    for (const [name, value] of Object.entries(richTextLink)) element.setAttribute(name, value)
  // Pictures without an id are removed. Only the site's own pictures have an id, and the server sets their address.
  if (element.localName === 'img' && !element.hasAttribute('data-image-id')) element.remove()
})

const attributes = Object.values(richTextAttributes).flat()
/** The only attributes whose values must be allowed URIs. */
const addresses = ['href', 'src']

/**
 * Cleans markup from the server, which has cleaned it already, and markup that was typed into the editor's placeholder.
 * An injected script could read the cookie with the token. Most removed elements leave their text, but not scripts.
 */
export function cleanRichText(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...richTextTags],
    ALLOWED_ATTR: attributes,
    ADD_URI_SAFE_ATTR: attributes.filter((name) => !addresses.includes(name)),
    ALLOWED_URI_REGEXP: new RegExp(`^(?:(?:${richTextSchemes.join('|')}):|/(?![/\\\\]))`, 'i'),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
  })
}
