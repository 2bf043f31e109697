import type { Editor } from '@tiptap/react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { cleanRichText } from './clean.js'

const PARAGRAPHS = '\n\n'

/** The markup that the editor and its placeholder show. Empty lines separate the paragraphs of a plain text. */
export function markupOf(value: string, output: RichTextOutput): string {
  if (output === 'html') return cleanRichText(value)
  const text = document.createElement('p')
  return value
    .split(/\n{2,}/)
    .map((paragraph) => {
      text.textContent = paragraph
      return `<p>${text.innerHTML.replaceAll('\n', '<br>')}</p>`
    })
    .join('')
}

export function valueOf(editor: Editor, output: RichTextOutput): string {
  if (editor.isEmpty) return ''
  return output === 'html' ? editor.getHTML() : editor.getText({ blockSeparator: PARAGRAPHS })
}

/** The value of the placeholder. Browsers write bold and italic text as `b` and `i`, which cleaning would remove. */
export function typedValueOf(area: HTMLElement, output: RichTextOutput): string {
  if (!area.textContent.trim() && !area.querySelector('img')) return ''
  if (output === 'text') return area.innerText.trimEnd()
  const tags = { b: 'strong', i: 'em' }
  return cleanRichText(area.innerHTML.replace(/(?<=<\/?)[bi](?=>)/g, (tag) => tags[tag as keyof typeof tags]))
}
