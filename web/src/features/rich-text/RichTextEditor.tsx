// The one field for formatted text. Its use:
//
//   <RichTextEditor label={t('…')} errors={errors['rules']} value={draft.rules} onChange={(rules) => edit({ rules })} />
//
// What it gives is markup of rich-text.constants.ts (or, with `output="text"`, plain text). The server cleans it once
// more by the same list before it is stored (rich-text.ts of the API: `cleanHtml`, then `assertOwnImages`, which wants
// pictures to be the writer's own, of the purpose `inline`), and `<RichText html>` does when it is shown. Of a picture
// only the id is stored, so what the server answers is not byte by byte what was sent: compare a draft with what the
// form was opened with, not with what came back. It needs a `loadPageWords` page around it and nothing else.

import { lazy, Suspense } from 'react'
import type { RichTextOutput } from '@toile/contracts/rich-text.constants'
import { Skeleton } from '../../ui/Skeleton.js'

// 110 kB that only those need who write at length.
const Editor = lazy(() => import('./Editor.js'))
/** Of the toolbar and an empty text, in pixels: nothing moves when the editor comes. */
const HEIGHT_PX = 289

export interface RichTextEditorProps {
  label: string
  hint?: string | undefined
  errors?: readonly string[] | undefined
  /** Markup, or plain text where `output` is text. Read when the editor opens, and when it changes to something new. */
  value: string
  /** `html` (the default) or `text`; both are empty where nothing is written. */
  output?: RichTextOutput | undefined
  onChange: (value: string) => void
}

/** A field for formatted text: headings, lists, quotes, links and pictures. Comes in a chunk of its own. */
export function RichTextEditor(props: RichTextEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={HEIGHT_PX} />}>
      <Editor {...props} />
    </Suspense>
  )
}
