import { useRef, type ReactNode } from 'react'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { acceptOf, mediaKinds, pickerTypesOf, type MediaKind } from './file-checks.js'
import { showFilePicker } from './file-handles.js'
import type { ChosenFile } from './upload-queue.js'
import { useDrop } from './use-drop.js'

/** A large button that opens the file picker, and takes files dropped on it or, with `anywhere`, on the page. */
export function FilePicker({
  onFiles,
  children,
  kinds = mediaKinds,
  multiple = false,
  anywhere = false,
  disabled = false,
}: {
  onFiles: (files: ChosenFile[]) => void
  children: ReactNode
  kinds?: readonly MediaKind[]
  multiple?: boolean
  anywhere?: boolean
  disabled?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const over = useDrop(anywhere ? undefined : button, (files) => {
    if (!disabled) onFiles(multiple ? files : files.slice(0, 1))
  })

  async function pick() {
    if (!showFilePicker) return input.current?.click()
    try {
      const handles = await showFilePicker({ multiple, types: pickerTypesOf(kinds) })
      onFiles(await Promise.all(handles.map(async (handle) => ({ file: await handle.getFile(), handle }))))
    } catch (error) {
      // The person changed their mind; anything else: the old way.
      if ((error as Error).name !== 'AbortError') input.current?.click()
    }
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="drop-zone"
        disabled={disabled}
        data-over={over}
        onClick={() => void pick()}
      >
        {children}
      </button>
      <FileInput
        ref={input}
        accept={acceptOf(kinds)}
        multiple={multiple}
        onFiles={(files) => onFiles(files.map((file) => ({ file })))}
      />
    </>
  )
}
