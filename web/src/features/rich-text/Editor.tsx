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
  /** Read when the editor opens, and when it changes to something new. */
  value: string
  output: RichTextOutput
  /** The attributes of the element that is written in. */
  area: Record<string, string>
  handOver: RefObject<HandOver | undefined>
  onChange: (value: string) => void
}) {
  const toolbar = useRef<HTMLDivElement>(null)
  /** The value last passed to onChange: the same one coming back changes nothing. */
  const lastEmitted = useRef(value)
  const editor = useEditor({
    extensions: extensionsOf[output],
    // The document's policy and one place for styles: editor.css has what the library would inject.
    injectCSS: false,
    content: markupOf(value, output),
    editorProps: {
      attributes: { ...area, class: 'rich-text rich-text-area' },
      handleDOMEvents: {
        // Handled by not handling it: Tab leaves the field, here as everywhere.
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
  // After the value was compared: what is taken over is newer.
  useLayoutEffect(() => open(), [])
  return (
    <>
      <Toolbar ref={toolbar} editor={editor} label={label} plain={output === 'text'} />
      <EditorContent editor={editor} />
    </>
  )
}
