import { useEffect, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

/** What a widget holds; where that is more than its place, it scrolls, and can be scrolled by keyboard. */
export function WidgetBody({ title, children }: { title: string; children: ReactNode }) {
  const inner = useRef<HTMLDivElement>(null)
  const [isLonger, setLonger] = useState(false)
  useEffect(() => {
    const body = inner.current!.parentElement!
    // In the same frame: what scrolls is never without its keyboard.
    const observer = new ResizeObserver(() =>
      flushSync(() => setLonger(body.scrollHeight > body.clientHeight || body.scrollWidth > body.clientWidth)),
    )
    observer.observe(body)
    observer.observe(inner.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div className="widget-body" {...(isLonger && { tabIndex: 0, role: 'group', 'aria-label': title })}>
      <div ref={inner}>{children}</div>
    </div>
  )
}
