import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

export function WidgetBody({ title, children }: { title: string; children: ReactNode }) {
  const inner = useRef<HTMLDivElement>(null)
  const [isLonger, setLonger] = useState(false)
  useEffect(() => {
    const body = inner.current!.parentElement!
    // Renders the result synchronously, so that a scrollable body is focusable at all times, even during a resize.
    const measure = () =>
      flushSync(() => setLonger(body.scrollHeight > body.clientHeight || body.scrollWidth > body.clientWidth))
    const sizes = new ResizeObserver(measure)
    sizes.observe(body)
    sizes.observe(inner.current!)
    const contents = new MutationObserver(measure)
    contents.observe(inner.current!, { childList: true, characterData: true, subtree: true })
    return () => {
      sizes.disconnect()
      contents.disconnect()
    }
  }, [])
  return (
    <div className="widget-body" {...(isLonger && { tabIndex: 0, role: 'group', 'aria-label': title })}>
      <div ref={inner}>{children}</div>
    </div>
  )
}
