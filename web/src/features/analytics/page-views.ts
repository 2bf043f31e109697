import { paths } from '@toile/contracts/paths'
import { newId } from '@toile/contracts/ids'
import { addressOf, getHosts } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { getReferral } from '../../lib/referral.js'
import type { Router } from '../../lib/router.js'
import { getToken } from '../../lib/session.js'
import { session } from '../../lib/storage.js'

/** Key of the time (in ms) when the page was entered. Each tab has its own time, so it is kept in sessionStorage. */
const ENTERED = 'page-enter'

/**
 * Reports the duration of each page view once, when the user leaves the page or first hides the tab. Users with Do Not
 * Track or Global Privacy Control are not measured. This file is loaded when the first page is idle.
 */
export function reportPageViews(router: Router): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl) return
  const { measurement } = getHosts()
  const measured = measurement && import('./measurement.js').then(({ measure }) => measure(measurement))
  const isOff = document.querySelector('meta[name=toile-page-views]') !== null
  let shown = ''
  let view: { id: string; path: string } | undefined

  const enter = (atMs: number) => {
    shown = router.state.location.pathname
    const path = pageOf(router.state)
    view = path === undefined ? undefined : { id: newId(), path }
    session.setItem(ENTERED, String(atMs))
    if (path !== undefined) void measured?.then((measurePage) => measurePage(path))
  }
  const leave = () => {
    if (view && !isOff) send(view)
    view = undefined
  }
  // The first view starts with the page load, or now if the user navigated before this file was loaded.
  enter(router.state.historyAction === 'POP' ? performance.timeOrigin : Date.now())
  router.subscribe(({ location }) => {
    if (location.pathname === shown) return
    leave()
    enter(Date.now())
  })
  // Some browsers fire only one of `visibilitychange` and `pagehide` when a page is closed.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  addEventListener('pagehide', leave)
  // A page restored from the back/forward cache counts as a new view.
  addEventListener('pageshow', ({ persisted }) => persisted && enter(Date.now()))
}

/** The route's path, without ids, query or hash; undefined for unknown pages outside the backstage. */
function pageOf({ matches, location }: Router['state']): string | undefined {
  const path = matches.at(-1)?.route.path
  if (path === undefined || path === '*') return undefined
  // Backstage pages share one route and have no ids in their paths.
  return path.endsWith('/*') ? location.pathname : path
}

function send({ id, path }: { id: string; path: string }): void {
  const seconds = Math.round((Date.now() - Number(session.getItem(ENTERED))) / 100) / 10
  // The stored time may be anything: the user or an earlier version may have written it.
  if (!(seconds >= 0 && seconds <= 86_400)) return
  const body = { id, path, seconds, signedIn: getToken() !== undefined, refer: getReferral()?.slice(0, 512) }
  // A string is sent as text/plain, which needs no CORS preflight.
  navigator.sendBeacon(addressOf(splitPath(paths.sendPageView)[1]), JSON.stringify(body))
}
