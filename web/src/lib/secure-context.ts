import { newId } from '@toile/contracts/ids'
import { local } from './storage.js'

// Browsers offer the clipboard and Web Locks only on https and localhost, so this file has fallbacks for plain http.
// The linter forbids the direct use of both elsewhere.

/** Copies a text. @returns false if the browser refuses; then show the text selected, so that the user can copy it */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // While a modal dialog is open, text outside the dialog cannot be selected.
  const container = before?.closest('dialog') ?? document.body
  container.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

/** Runs `work` under a lock shared by all tabs. Plain http has no locks, so `work` may then run in two tabs at once. */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, work) : work())
}

const LOCK_PREFIX = 'toile-held '
const LOCK_EXPIRY_MS = 90_000
const RENEW_MS = 10_000

/** Holds a lock until the returned function is called or the tab closes. Does nothing if the Web Lock is taken. */
export function holdTabLock(name: string): () => void {
  if (!navigator.locks) return holdStoredLock(name)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks.request(name, { ifAvailable: true }, () => held)
  return release
}

/** A lock in localStorage. It expires if its tab crashes. If another tab has it, this tab takes it once it is free. */
function holdStoredLock(name: string): () => void {
  const owner = newId()
  const renew = () => {
    const { by, untilMs } = storedLock(name)
    if (by === owner || untilMs < Date.now())
      local.setItem(LOCK_PREFIX + name, `${Date.now() + LOCK_EXPIRY_MS} ${owner}`)
  }
  const timer = setInterval(renew, RENEW_MS)
  const release = () => {
    clearInterval(timer)
    removeEventListener('pagehide', release)
    if (storedLock(name).by === owner) local.removeItem(LOCK_PREFIX + name)
  }
  renew()
  addEventListener('pagehide', release)
  return release
}

function storedLock(name: string): { by: string | undefined; untilMs: number } {
  const [until, by] = local.getItem(LOCK_PREFIX + name)?.split(' ') ?? []
  return { by, untilMs: Number(until ?? 0) }
}

export async function isTabLockHeld(name: string): Promise<boolean> {
  if (!navigator.locks) return storedLock(name).untilMs > Date.now()
  return (await navigator.locks.query()).held?.some((lock) => lock.name === name) ?? false
}
