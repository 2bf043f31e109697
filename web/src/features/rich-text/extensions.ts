import Image from '@tiptap/extension-image'
import type { Extensions } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { richTextLink, richTextSchemes, type RichTextOutput } from '@toile/contracts/rich-text.constants'

/** A picture of our own, named by its id; others' pictures are not taken, also not by pasting. */
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

/** Whether an address begins as those of links may: with a scheme of theirs, or with the one slash of this site. */
export function isLinkAddress(address: string): boolean {
  if (/^\/(?![/\\])/.test(address)) return true
  return richTextSchemes.some((scheme) => address.toLowerCase().startsWith(`${scheme}:`)) && URL.canParse(address)
}

/** As much as rich-text.constants.ts allows, and no more: what has no button stays as it is when a text is edited. */
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

/** Nothing but words and the ends of lines, also not by a shortcut: what is seen is what is kept. */
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

/** What a text may hold, by what the editor gives. */
export const extensionsOf: Record<RichTextOutput, Extensions> = { html, text }
