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
 * Cleans markup that the server has already cleaned. This is a second line of defence, because an injected script could
 * read the cookie with the token. Removed elements leave their text, unless they are scripts or styles.
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
