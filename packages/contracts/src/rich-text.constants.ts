// The server cleans rich text by these lists before storing it, and the browser does so again before showing it.

/** Allowed tags. Equivalents such as `b` are replaced. Other tags leave their text, but `droppedTags` leave nothing. */
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

export const droppedTags = ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'iframe'] as const

/** `data-image-id` is the id of an `inline` image. `src`, `width` and `height` are added when the text is read. */
export const richTextAttributes: Record<string, readonly string[]> = {
  a: ['href', 'target', 'rel'],
  img: ['data-image-id', 'src', 'alt', 'width', 'height'],
  ol: ['start'],
}

/** Allowed schemes of links. A link without a scheme must be a path of this site that starts with exactly one slash. */
export const richTextSchemes = ['http', 'https', 'mailto'] as const

export const richTextLink = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } as const

export const MAX_RICH_TEXT_IMAGES = 20

/** `text`: plain text, paragraphs separated by an empty line. */
export type RichTextOutput = 'html' | 'text'
