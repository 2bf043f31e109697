import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useReturnFocus } from './use-return-focus.js'

export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useLayoutEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    // Esc closes only this dialog, although antd's overlays below listen for it on the window.
    const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation()
    dialog.addEventListener('keydown', keepEscape)
    return () => {
      dialog.removeEventListener('keydown', keepEscape)
      // close() returns the focus. Removing the dialog alone would lose the focus.
      dialog.close()
    }
  }, [])
  return box
}
