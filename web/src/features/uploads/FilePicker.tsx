import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { ACCEPT } from './file-checks.js'

/** A large button that opens the file picker, and takes a file dropped on it. */
export function FilePicker({
  onFile,
  children,
  disabled,
}: {
  onFile: (file: File) => void
  children: ReactNode
  disabled?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !disabled) onFile(file)
  }
  return (
    <>
      <button
        type="button"
        className="drop-zone"
        data-over={over}
        disabled={disabled}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Choosing the same file again must be a change, too.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
