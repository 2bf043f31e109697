import { useLayoutEffect } from 'react'
import './narrow.css'

/** While this is mounted, the page uses a phone's own width, not 1200 pixels. Its root needs the class `narrow`. */
export function useResponsiveViewport(): void {
  useLayoutEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name=viewport]')!
    const wide = viewport.content
    viewport.content = 'width=device-width, initial-scale=1'
    return () => {
      viewport.content = wide
    }
  }, [])
}
