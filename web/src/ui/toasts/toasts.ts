import { createExternalStore } from '../../lib/external-store.js'
import { toastTimes } from './toast-times.js'

export type ToastType = 'warn' | 'error' | 'success'

interface ToastItem {
  id: number
  type: ToastType
  text: string
  /** What the person may do about it, while the message stands. */
  action?: { label: string; act: () => void } | undefined
}

type ToastOptions = { durationMs: number; action: ToastItem['action'] }

// A store outside React, because the api wrapper speaks through it.
let items: readonly ToastItem[] = []
let nextId = 1
const store = createExternalStore()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastItem[]): void {
  items = next
  store.changed()
}

/**
 * Shows a short message: 2.5 s for requests, 2 s for the interface's own, longer with an action. The same text is shown
 * once at a time.
 */
export function toast(
  type: ToastType,
  text: string,
  { action, durationMs = action ? toastTimes.action : toastTimes.interface }: Partial<ToastOptions> = {},
): void {
  // An action belongs to its own action: the older one of the same words goes.
  if (action) dismissToast(items.find((item) => item.text === text)?.id)
  const shown = items.find((item) => item.text === text && item.type === type)
  const id = shown?.id ?? nextId++
  clearTimeout(timers.get(id))
  if (!shown) change([...items, { id, type, text, action }])
  timers.set(
    id,
    setTimeout(() => dismissToast(id), durationMs),
  )
}

export function dismissToast(id: number | undefined): void {
  if (id === undefined) return
  clearTimeout(timers.get(id))
  timers.delete(id)
  change(items.filter((item) => item.id !== id))
}

/** What stands there now, the oldest first. */
export const useToasts = (): readonly ToastItem[] => store.useValue(() => items)
