import { session } from './storage.js'

const LAST_RELOAD = 'last-reload'
const RELOAD_EVERY_MS = 60_000

/** A page whose nodes were moved under React's feet (a translating browser does that), or whose build is gone. */
const MENDED_BY_RELOAD =
  /dynamically imported module|module script failed|insertBefore' on 'Node'|insertBefore.*null|null.*insertBefore/i

/** Whether a new load mends this error, and the last one was at least a minute ago. */
export function shouldReload(message: string, lastReloadMs: number, nowMs: number): boolean {
  return MENDED_BY_RELOAD.test(message) && nowMs - lastReloadMs >= RELOAD_EVERY_MS
}

/** Loads the page anew where that mends the error, at most once a minute; returns whether it does. */
export function reloadFor(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  if (!shouldReload(message, Number(session.getItem(LAST_RELOAD)) || reloadedAtMs(), Date.now())) return false
  session.setItem(LAST_RELOAD, String(Date.now()))
  location.reload()
  return true
}

/** When this page was loaded, if that was a reload: where nothing may be stored (in a frame) it stands for the record. */
function reloadedAtMs(): number {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' ? performance.timeOrigin : 0
}

/** The global error handler: it only logs. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => void (reloadFor(error) || console.error('Uncaught:', error)))
  addEventListener('unhandledrejection', ({ reason }) => void (reloadFor(reason) || console.error('Uncaught:', reason)))
}

/** Marks each picture that does not come, until one does: base.css draws a garment's placeholder in its box. */
export function watchPictures(): void {
  const mark = ({ type, target }: Event) =>
    target instanceof HTMLImageElement && target.toggleAttribute('data-missing', type === 'error')
  for (const type of ['error', 'load']) document.addEventListener(type, mark, true)
}
