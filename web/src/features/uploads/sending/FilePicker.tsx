import { useRef, type ReactNode, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { FileInput } from '../../../ui/forms/FileInput.js'
import { acceptOf, mediaKinds, pickerTypesOf, type MediaKind } from './file-checks.js'
import { showFilePicker, type StoredFileHandle } from './file-handles.js'
import type { ChosenFile } from './upload-queue.js'

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
      // AbortError means that the user cancelled. After any other error, the file input opens instead.
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

/** Accepts files dropped on `target`, or anywhere if there is no target. Returns whether files are over that area. */
function useDrop(target: RefObject<HTMLElement | null> | undefined, onFiles: (files: ChosenFile[]) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const eventTarget: EventTarget = target?.current ?? window
    // Events of child elements bubble. The files have left only when each `dragenter` was followed by a `dragleave`.
    let depth = 0
    const hover = (change: number) => (event: Event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const enter = hover(1)
    const leave = hover(-1)
    const stay = (event: Event) => carriesFiles(event) && event.preventDefault()
    const drop = (event: Event) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      void filesOf((event as DragEvent).dataTransfer!).then((files) => files.length > 0 && take(files))
    }
    const events = { dragenter: enter, dragleave: leave, dragover: stay, drop }
    for (const [name, listener] of Object.entries(events)) eventTarget.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of Object.entries(events)) eventTarget.removeEventListener(name, listener)
    }
  }, [target])
  return over
}

function carriesFiles(event: Event): boolean {
  return (event as DragEvent).dataTransfer?.types.includes('Files') ?? false
}

/** The dropped files, with handles if supported. All handles must be requested before an `await` empties `items`. */
async function filesOf({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const plain = [...files]
  const handles = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => (item as { getAsFileSystemHandle?(): Promise<StoredFileHandle | null> }).getAsFileSystemHandle?.())
  return Promise.all(
    plain.map(async (file, i) => {
      const handle = await handles[i]?.catch(() => null)
      return { file, handle: handle?.kind === 'file' ? handle : undefined }
    }),
  )
}
