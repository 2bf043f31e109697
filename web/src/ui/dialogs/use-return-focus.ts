import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * However what is over the page ends, the focus goes back to what had it before, or to the heading of the page where that
 * is gone; a better `place` is asked for then.
 */
export function useReturnFocus(place?: () => HTMLElement | null): void {
  const focusPlace = useEffectEvent(() => place?.()?.focus({ preventScroll: true }))
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () =>
      // Once it is gone: until then it keeps the focus inside.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        focusPlace()
        if (document.activeElement === document.body) opener?.focus()
        if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
      })
  }, [])
}
