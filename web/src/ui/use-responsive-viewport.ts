import { useLayoutEffect } from 'react'
import './narrow.css'

/** Uses a phone's own width; all other pages are 1200 pixels wide. Such a page has the class `narrow`. */
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
