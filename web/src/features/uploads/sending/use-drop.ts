import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { StoredFileHandle } from './file-handles.js'
import type { ChosenFile } from './upload-queue.js'

/** Takes files dropped on the element, or anywhere on the page without one; gives whether files hover over it. */
export function useDrop(
  target: RefObject<HTMLElement | null> | undefined,
  onFiles: (files: ChosenFile[]) => void,
): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const eventTarget: EventTarget = target?.current ?? window
    // Each child that is entered and left tells so, too: only when as many were left as entered has it gone.
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

/** The dropped files, with their handles where the browser gives them. All must be asked for before the first await. */
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
