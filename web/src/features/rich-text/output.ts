import type { Editor } from '@tiptap/react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { cleanRichText } from './clean.js'

const PARAGRAPHS = '\n\n'

/** Clean markup to open the editor with. In plain text, empty lines separate paragraphs, and line breaks are kept. */
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
