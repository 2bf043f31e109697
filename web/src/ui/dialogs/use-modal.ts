import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Shows a `dialog` over the page for as long as it is there. However it ends, the focus goes back to what had it before,
 * or to the heading of the page where that is gone.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current!
    const opener = document.activeElement as HTMLElement | null
    dialog.showModal()
    return () => {
      // Gives the focus back while what had it is still there; a dialog that is only taken out loses it.
      dialog.close()
      // Of two that end together the outer one could not, as the inner one was still open.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return
        opener?.focus()
        if (document.activeElement === document.body) document.querySelector('h1')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return box
}
