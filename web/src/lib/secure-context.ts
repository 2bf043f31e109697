import { local } from './storage.js'

// What browsers offer only to pages over https or on localhost, each with what takes its place on plain http. The linter
// keeps the rest of the page from calling any of it directly. (newId() of contracts makes ids on every page.)

/** Copies a text. False where the browser does not let us: then the text is to be shown, marked, for the person to copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** The older way to copy, which works on plain http as well. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Beside an open dialog nothing can be selected.
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

/** Runs `work` while no other tab does work of this name; on plain http beside it, so it must bear that. */
export async function withTabLock(name: string, work: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, work) : work())
}

const LOCK_PREFIX = 'toile-held '
const LOCK_EXPIRY_MS = 90_000
const RENEW_MS = 10_000

/** Holds a lock for this tab, until the function returned is called or the tab is gone. */
export function holdTabLock(name: string): () => void {
  if (!navigator.locks) return holdStoredLock(name)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  void navigator.locks.request(name, { ifAvailable: true }, () => held)
  return release
}

/** A lock in the storage that all tabs share, which expires where its tab could not release it. */
function holdStoredLock(name: string): () => void {
  const renew = () => local.setItem(LOCK_PREFIX + name, String(Date.now() + LOCK_EXPIRY_MS))
  const timer = setInterval(renew, RENEW_MS)
  const release = () => {
    clearInterval(timer)
    removeEventListener('pagehide', release)
    local.removeItem(LOCK_PREFIX + name)
  }
  renew()
  addEventListener('pagehide', release)
  return release
}

/** Whether some tab of this browser holds the lock of a name. */
export async function isTabLockHeld(name: string): Promise<boolean> {
  if (!navigator.locks) return Number(local.getItem(LOCK_PREFIX + name)) > Date.now()
  return (await navigator.locks.query()).held?.some((lock) => lock.name === name) ?? false
}
