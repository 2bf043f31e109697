import DOMPurify from 'dompurify'
import { richTextAttributes, richTextLink, richTextSchemes, richTextTags } from '@toile/contracts/rich-text.constants'

// An own instance, because hooks on the shared one would apply to every user of it.
const purifier = DOMPurify(window)

purifier.addHook('uponSanitizeAttribute', (element, data) => {
  if (!richTextAttributes[element.localName]?.includes(data.attrName)) data.keepAttr = false
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'a')
    for (const [name, value] of Object.entries(richTextLink)) element.setAttribute(name, value)
  // Only the site's own pictures have an id, and the server sets their address.
  if (element.localName === 'img' && !element.hasAttribute('data-image-id')) element.remove()
})

const attributes = Object.values(richTextAttributes).flat()
/** Other attributes are exempt from the URI check. */
const addresses = ['href', 'src']

/**
 * The text of removed elements stays, except scripts and styles. A second line of defence, because scripts can read
 * the token's cookie.
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
