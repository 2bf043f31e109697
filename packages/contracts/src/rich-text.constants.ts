// What rich text may hold. The server cleans by this list when it is stored, the browser once more when it is shown.

/** Everything else goes; the text within stays, but that of `droppedTags`. */
export const richTextTags = [
  'p',
  'br',
  'h2',
  'h3',
  'h4',
  'strong',
  'em',
  's',
  'u',
  'code',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'hr',
  'a',
  'img',
] as const

/** Of these what is within goes too. */
export const droppedTags = ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe'] as const

/**
 * `data-image-id` names an image of the purpose `inline`. It alone is stored: `src` is put in when the text is read, and
 * whatever else stands there is dropped.
 */
export const richTextAttributes: Record<string, readonly string[]> = {
  a: ['href', 'target', 'rel'],
  img: ['data-image-id', 'src', 'alt', 'width', 'height'],
  ol: ['start'],
}

/** Of links. An address without a scheme leads to this site and begins with one slash. */
export const richTextSchemes = ['http', 'https', 'mailto'] as const

/** What every link gets. */
export const richTextLink = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const

/** Pictures in one text. */
export const MAX_RICH_TEXT_IMAGES = 20

/** What an editor gives: markup of the tags above, or its plain text, paragraphs parted by an empty line. */
export type RichTextOutput = 'html' | 'text'
