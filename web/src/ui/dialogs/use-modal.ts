import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useReturnFocus } from './use-return-focus.js'

/** Shows a `dialog` over the page for as long as it is there, then gives the focus back. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useLayoutEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    // Closes this alone: what of antd is open below hears every Esc that reaches the window.
    const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation()
    dialog.addEventListener('keydown', keepEscape)
    return () => {
      dialog.removeEventListener('keydown', keepEscape)
      // Gives the focus back while what had it is still there; a dialog that is only taken out loses it.
      dialog.close()
    }
  }, [])
  return box
}
