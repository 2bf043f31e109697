import { useMemo } from 'react'
import { cleanRichText } from './clean.js'
import './rich-text.css'

/** Formatted text as its author meant it, and nothing else that may be in it. */
export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanRichText(html), [html])
  return <div className="rich-text" dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />
}
