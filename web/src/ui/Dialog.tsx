import { useEffect, useId, useRef, type ReactNode } from 'react'
import './dialog.css'

/** A question over the page. The browser keeps the focus inside, gives it back at the end, and closes it by Esc. */
export function Dialog({
  title,
  onClose,
  children,
  className = '',
}: {
  title: string
  onClose: () => void
  children: ReactNode
  className?: string
}) {
  const id = useId()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog
      ref={box}
      className={`dialog ${className}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={id} dir="auto">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
