import { createExternalStore } from '../../lib/external-store.js'
import { toastTimes } from './toast-times.js'

export type ToastType = 'warn' | 'error' | 'success'

interface ToastItem {
  id: number
  type: ToastType
  text: string
  action?: { label: string; act: () => void } | undefined
}

type ToastOptions = { durationMs: number; action: ToastItem['action'] }

// The store is outside React, because request(), which is not a component, shows toasts too.
let items: readonly ToastItem[] = []
let nextId = 1
const store = createExternalStore()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function change(next: readonly ToastItem[]): void {
  items = next
  store.changed()
}

/** Shows a message for 2 s by default, or 8 s with an action. Repeating it without an action only restarts its time. */
export function toast(
  type: ToastType,
  text: string,
  { action, durationMs = action ? toastTimes.action : toastTimes.interface }: Partial<ToastOptions> = {},
): void {
  // A toast with an action replaces the older toast with the same text, so that its button runs the new action.
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

export const useToasts = (): readonly ToastItem[] => store.useValue(() => items)
