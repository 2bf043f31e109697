import { useLayoutEffect } from 'react'
import './narrow.css'

/**
 * Lets a phone show the page in its own width instead of shrinking a desk's; every other page is 1200 pixels wide. It
 * bears the class `narrow`.
 */
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
