import { useMemo } from 'react'
import { cleanRichText } from './clean.js'
import './rich-text.css'

export function RichText({ html }: { html: string }) {
  const clean = useMemo(() => cleanRichText(html), [html])
  return <div className="rich-text" dir="auto" dangerouslySetInnerHTML={{ __html: clean }} />
}
