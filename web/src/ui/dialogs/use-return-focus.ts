import { useEffectEvent, useLayoutEffect } from 'react'

/** If nothing has the focus after an overlay closes, focuses `place`, else the opener, else the page's heading. */
export function useReturnFocus(place?: () => HTMLElement | null): void {
  const focusPlace = useEffectEvent(() => place?.()?.focus({ preventScroll: true }))
  useLayoutEffect(() => {
    const opener = document.activeElement as HTMLElement | null
    return () =>
      // Waits until the overlay is removed, because it keeps the focus inside until then.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        focusPlace()
        if (document.activeElement === document.body) opener?.focus()
        if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
      })
  }, [])
}
