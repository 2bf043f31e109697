// The one field for formatted text. Its use:
//
//   <RichTextEditor label={t('…')} errors={errors['rules']} value={draft.rules} onChange={(rules) => edit({ rules })} />
//
// What it gives is markup of rich-text.constants.ts (or, with `output="text"`, plain text). The server cleans it once
// more by the same list before it is stored (rich-text.ts of the API: `cleanHtml`, then `assertOwnImages`, which wants
// pictures to be the writer's own, of the purpose `inline`), and `<RichText html>` does when it is shown. Of a picture
// only the id is stored, so what the server answers is not byte by byte what was sent: compare a draft with what the
// form was opened with, not with what came back. It needs a `loadPageWords` page around it and nothing else.

import { lazy, startTransition, Suspense, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { loadNamespaces } from '../../i18n/index.js'
import { FieldNotes } from '../../ui/forms/Field.js'
import { EditorPlaceholder } from './EditorPlaceholder.js'
import type { HandOver } from './hand-over.js'
import './rich-text.css'
import './editor.css'

await loadNamespaces({
  'rich-text': {
    en: () => import('../../locales/en/rich-text.json'),
    'zh-CN': () => import('../../locales/zh-CN/rich-text.json'),
  },
})

// 128 kB that only those need who write at length.
const Editor = lazy(() => import('./Editor.js'))

interface RichTextEditorProps {
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
  /** Markup, or plain text where `output` is text. */
  value: string
  /** `html` (the default) or `text`; both are empty where nothing is written. */
  output?: RichTextOutput | undefined
  onChange: (value: string) => void
}

/** A field for formatted text: headings, lists, quotes, links and pictures. What edits it comes once it is entered. */
export function RichTextEditor({ label, hint, errors = [], value, output = 'html', onChange }: RichTextEditorProps) {
  const { t } = useTranslation()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const handOver = useRef<HandOver>(undefined)
  const [isEntered, setEntered] = useState(false)
  // Words that an input method has not finished would be cut off.
  const [isComposing, setComposing] = useState(false)
  // As a transition the text stays what it is until the editor is there.
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
              {...{ value, output, handOver }}
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
