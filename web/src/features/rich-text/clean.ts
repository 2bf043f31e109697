import DOMPurify from 'dompurify'
import { richTextAttributes, richTextLink, richTextSchemes, richTextTags } from '@toile/contracts/rich-text.constants'

// A purifier of our own: hooks of the shared one would hold for everybody.
const purifier = DOMPurify(window)

purifier.addHook('uponSanitizeAttribute', (element, data) => {
  if (!richTextAttributes[element.localName]?.includes(data.attrName)) data.keepAttr = false
})
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'a')
    for (const [name, value] of Object.entries(richTextLink)) element.setAttribute(name, value)
  // Only a picture of our own has an id; the server gave it its address.
  if (element.localName === 'img' && !element.hasAttribute('data-image-id')) element.remove()
})

const attributes = Object.values(richTextAttributes).flat()
/** The others are not held against the rule for addresses. */
const addresses = ['href', 'src']

/**
 * Markup with everything taken out that formatted text may not hold (rich-text.constants.ts). The server did the same
 * before it was stored; this is the second lock, where the token lies in a readable cookie. Words in what is taken out
 * stay, but for scripts and styles.
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
