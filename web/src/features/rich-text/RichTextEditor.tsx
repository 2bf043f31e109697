// The server cleans the markup again before storing it, and `<RichText html>` cleans it on display. The server stores
// pictures by id only, so its answer differs from the markup that was sent. To find unsaved changes, compare a draft
// with the initial value of the form. Pages with this editor must call `loadPageWords` first.

import { lazy, startTransition, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { loadNamespaces } from '../../i18n/load-namespaces.js'
import { FieldNotes } from '../../ui/forms/Field.js'
import { EditorPlaceholder } from './EditorPlaceholder.js'
import type { HandOver } from './hand-over.js'
import './rich-text.css'
import './editor.css'

await loadNamespaces('rich-text')

// Editor is loaded on demand, because it takes 128 kB and is needed only to write long texts.
const Editor = lazy(() => import('./Editor.js'))

interface RichTextEditorProps {
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
  value: string
  /** Defaults to `html`. For both outputs, an empty text gives an empty string. */
  output?: RichTextOutput | undefined
  onChange: (value: string) => void
}

/** A field for formatted text or, with the output `text`, for plain text. The editor is loaded on focus or hover. */
export function RichTextEditor({ label, hint, errors = [], value, output = 'html', onChange }: RichTextEditorProps) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const handOver = useRef<HandOver>(undefined)
  const [isEntered, setEntered] = useState(false)
  // While an input method composes a word, the placeholder stays, because replacing it would cut the word off.
  const [isComposing, setComposing] = useState(false)
  // A transition keeps the placeholder visible until the editor is loaded.
  const enter = () => startTransition(() => setEntered(true))
  const area = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'aria-describedby': [`${id}-keys`, hint && `${id}-hint`, errors.length > 0 && `${id}-error`]
      .filter(Boolean)
      .join(' '),
    'aria-invalid': errors.length > 0 ? 'true' : 'false',
  } as const
  return (
    <div className="field">
      <label id={`${id}-label`} onClick={() => box.current!.querySelector<HTMLElement>('[role=textbox]')!.focus()}>
        {label}
      </label>
      <div ref={box} className="editor" data-invalid={errors.length > 0} onFocus={enter} onPointerEnter={enter}>
        <Suspense>
          {isEntered && !isComposing ? (
            <Editor {...{ label, value, output, handOver, area, onChange }} />
          ) : (
            <EditorPlaceholder
              {...area}
              {...{ value, output, handOver, onChange }}
              onCompositionStart={() => setComposing(true)}
              onCompositionEnd={() => startTransition(() => setComposing(false))}
            />
          )}
        </Suspense>
      </div>
      <p id={`${id}-keys`} className="visually-hidden">
        {t('rich-text:keys')}
      </p>
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
  )
}
