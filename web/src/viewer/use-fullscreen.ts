import { useEffect, useState, type RefObject } from 'react'

/** `toggle` is null if the browser does not support full screen, or if a policy forbids it. */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const onChange = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [element])
  const toggle = () => {
    // A refusal (no user gesture, a policy) changes nothing on the page.
    const change = isFull ? document.exitFullscreen() : element.current?.requestFullscreen()
    change?.catch(() => undefined)
  }
  return { isFull, toggle: document.fullscreenEnabled ? toggle : null }
}
