import { toastTimes } from './toast-times.js'

export type ToastType = 'warn' | 'error' | 'success'

export interface ToastItem {
  id: number
  type: ToastType
  text: string
}

// A store outside React, because the api wrapper speaks through it.
let items: readonly ToastItem[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastItem[]): void {
  items = next
  listeners.forEach((listener) => listener())
}

/** Shows a short message: 2.5 s for requests, 2 s for the interface's own. The same text is shown once at a time. */
export function toast(type: ToastType, text: string, durationMs = toastTimes.interface): void {
  const shown = items.find((item) => item.text === text && item.type === type)
  const id = shown?.id ?? nextId++
  clearTimeout(timers.get(id))
  if (!shown) change([...items, { id, type, text }])
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id)
      change(items.filter((item) => item.id !== id))
    }, durationMs),
  )
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  get: () => items,
}
