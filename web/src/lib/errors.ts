import { session } from './storage.js'

const LAST_RELOAD = 'last-reload'
const RELOAD_EVERY_MS = 60_000

/** Errors that a reload fixes: a translator or other program moved DOM nodes, or a new build replaced a script file. */
const MENDED_BY_RELOAD =
  /dynamically imported module|module script failed|insertBefore' on 'Node'|insertBefore.*null|null.*insertBefore/i

export function shouldReload(message: string, lastReloadMs: number, nowMs: number): boolean {
  return MENDED_BY_RELOAD.test(message) && nowMs - lastReloadMs >= RELOAD_EVERY_MS
}

export function reloadFor(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  if (!shouldReload(message, Number(session.getItem(LAST_RELOAD)) || reloadedAtMs(), Date.now())) return false
  session.setItem(LAST_RELOAD, String(Date.now()))
  location.reload()
  return true
}

/** When this page was reloaded, in ms since 1970, else 0. Storage has no such time if it is blocked, as in a frame. */
function reloadedAtMs(): number {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return load?.type === 'reload' ? performance.timeOrigin : 0
}

export function watchErrors(): void {
  addEventListener('error', ({ error }) => void (reloadFor(error) || console.error('Uncaught:', error)))
  addEventListener('unhandledrejection', ({ reason }) => void (reloadFor(reason) || console.error('Uncaught:', reason)))
}

/** Marks images that fail to load, until they load. base.css gives the marked images a placeholder. */
export function watchPictures(): void {
  const mark = ({ type, target }: Event) =>
    target instanceof HTMLImageElement && target.toggleAttribute('data-missing', type === 'error')
  for (const type of ['error', 'load']) document.addEventListener(type, mark, true)
}
