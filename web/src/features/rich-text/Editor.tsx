import { EditorContent, useEditor } from '@tiptap/react'
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { extensionsOf } from './extensions.js'
import { takeOver, type HandOver } from './hand-over.js'
import { markupOf, valueOf } from './output.js'
import { Toolbar } from './Toolbar.js'

export default function Editor({
  label,
  value,
  output,
  area,
  handOver,
  onChange,
}: {
  label: string
  /** Shown when the editor opens, and again when it changes for another reason than typing. */
  value: string
  output: RichTextOutput
  area: Record<string, string>
  handOver: RefObject<HandOver | undefined>
  onChange: (value: string) => void
}) {
  const toolbar = useRef<HTMLDivElement>(null)
  /** The value that the editor already shows. If `value` equals it, the editor is left alone while the user types. */
  const lastEmitted = useRef(value)
  const editor = useEditor({
    extensions: extensionsOf[output],
    // editor.css contains the styles that the editor would inject.
    injectCSS: false,
    content: markupOf(value, output),
    editorProps: {
      attributes: { ...area, class: 'rich-text rich-text-area' },
      handleDOMEvents: {
        // Returning true skips the editor's handler, so that Tab leaves the field.
        keydown: (_view, event) => {
          if (event.altKey && event.key === 'F10')
            toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
          return event.key === 'Tab'
        },
      },
    },
    onUpdate: ({ editor: now }) => {
      lastEmitted.current = valueOf(now, output)
      onChange(lastEmitted.current)
    },
  })
  useLayoutEffect(() => {
    if (value === lastEmitted.current) return
    lastEmitted.current = value
    editor.commands.setContent(markupOf(value, output), { emitUpdate: false })
  }, [editor, value, output])
  const open = useEffectEvent(() => takeOver(editor, handOver.current!))
  // This effect must run after the effect for `value`, because text typed into the placeholder is newer than `value`.
  useLayoutEffect(() => open(), [])
  return (
    <>
      <Toolbar ref={toolbar} editor={editor} label={label} plain={output === 'text'} />
      <EditorContent editor={editor} />
    </>
  )
}
