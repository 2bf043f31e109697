import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useReturnFocus } from './use-return-focus.js'

export function useModal(): RefObject<HTMLDialogElement | null> {
  const box = useRef<HTMLDialogElement>(null)
  useReturnFocus()
  useLayoutEffect(() => {
    const dialog = box.current!
    dialog.showModal()
    // Closes this dialog alone: antd's overlays below listen for Esc on the window.
    const keepEscape = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation()
    dialog.addEventListener('keydown', keepEscape)
    return () => {
      dialog.removeEventListener('keydown', keepEscape)
      // Returns the focus; a dialog that is only removed loses it.
      dialog.close()
    }
  }, [])
  return box
}
