import type { Editor } from '@tiptap/react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { cleanRichText } from './clean.js'

const PARAGRAPHS = '\n\n'

/** What an editor is opened with: clean markup. Plain text's empty lines part paragraphs, its line ends stay. */
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

/** What is written in an editor, as markup or plain text; empty where nothing is. */
export function valueOf(editor: Editor, output: RichTextOutput): string {
  if (editor.isEmpty) return ''
  return output === 'html' ? editor.getHTML() : editor.getText({ blockSeparator: PARAGRAPHS })
}
