import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldNotes } from '../../ui/forms/Field.js'
import { extensionsOf } from './extensions.js'
import type { RichTextEditorProps } from './RichTextEditor.js'
import { markupOf, valueOf } from './output.js'
import { Toolbar } from './Toolbar.js'
import { loadNamespaces } from '../../i18n/index.js'
import './rich-text.css'
import './editor.css'

await loadNamespaces({
  'rich-text': {
    en: () => import('../../locales/en/rich-text.json'),
    'zh-CN': () => import('../../locales/zh-CN/rich-text.json'),
  },
})

export default function Editor({ label, hint, errors = [], value, output = 'html', onChange }: RichTextEditorProps) {
  const { t } = useTranslation()
  const id = useId()
  const toolbar = useRef<HTMLDivElement>(null)
  /** The value last passed to onChange: the same one coming back changes nothing. */
  const lastEmitted = useRef(value)
  const editor = useEditor({
    extensions: extensionsOf[output],
    // The document's policy and one place for styles: editor.css has what the library would inject.
    injectCSS: false,
    content: markupOf(value, output),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': [`${id}-keys`, hint && `${id}-hint`, errors.length > 0 && `${id}-error`]
          .filter(Boolean)
          .join(' '),
        'aria-invalid': String(errors.length > 0),
        class: 'rich-text rich-text-area',
      },
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
  useEffect(() => {
    if (value === lastEmitted.current) return
    lastEmitted.current = value
    editor.commands.setContent(markupOf(value, output), { emitUpdate: false })
  }, [editor, value, output])
  return (
    <div className="field">
      <label id={`${id}-label`} onClick={() => editor.commands.focus()}>
        {label}
      </label>
      <div className="editor" data-invalid={errors.length > 0}>
        <Toolbar ref={toolbar} editor={editor} label={label} plain={output === 'text'} />
        <EditorContent editor={editor} />
      </div>
      <p id={`${id}-keys`} className="visually-hidden">
        {t('rich-text:keys')}
      </p>
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  )
}
