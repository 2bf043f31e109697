import Image from '@tiptap/extension-image'
import type { Extensions } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { richTextLink, richTextSchemes, type RichTextOutput } from '@toile/contracts/rich-text.constants'

/** Accepts only the site's own pictures, which have an id. Other pasted pictures are dropped. */
const OwnImage = Image.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      image: {
        default: null,
        parseHTML: (element) => element.getAttribute('data-image-id'),
        renderHTML: ({ image }: { image?: string }) => ({ 'data-image-id': image }),
      },
    }
  },
  parseHTML() {
    return [{ tag: 'img[data-image-id]' }]
  },
})

/** Whether the address is a URL with an allowed scheme, or a path on this site that begins with a single slash. */
export function isLinkAddress(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return richTextSchemes.some((scheme) => address.toLowerCase().startsWith(`${scheme}:`)) && URL.canParse(address)
}

/** Everything that rich-text.constants.ts allows, so that editing keeps elements for which there is no button. */
const html: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    trailingNode: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: isLinkAddress,
      HTMLAttributes: richTextLink,
    },
  }),
  OwnImage,
]

/** Only paragraphs and line breaks. Plain text cannot store formatting, so keyboard shortcuts must not add any. */
const text: Extensions = [
  StarterKit.configure({
    heading: false,
    bold: false,
    italic: false,
    strike: false,
    underline: false,
    code: false,
    codeBlock: false,
    blockquote: false,
    bulletList: false,
    orderedList: false,
    listItem: false,
    listKeymap: false,
    horizontalRule: false,
    link: false,
    trailingNode: false,
  }),
]

export const extensionsOf: Record<RichTextOutput, Extensions> = { html, text }
