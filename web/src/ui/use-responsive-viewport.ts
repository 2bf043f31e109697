import { useLayoutEffect } from 'react'
import './narrow.css'

/** While mounted, makes the page as wide as the phone, not 1200 pixels. The page's root needs the class `narrow`. */
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
