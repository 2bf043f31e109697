import { paths } from '@toile/contracts/paths'
import { newId } from '@toile/contracts/ids'
import { addressOf, getHosts } from '../../lib/hosts.js'
import { splitPath } from '../../lib/payload.js'
import { getReferral } from '../../lib/referral.js'
import type { Router } from '../../lib/router.js'
import { getToken } from '../../lib/session.js'
import { session } from '../../lib/storage.js'

/** When the page that is looked at was entered, in milliseconds; in the session's storage, so that each tab has its own. */
const ENTERED = 'page-enter'

/**
 * Tells once of each look at a page how long it was: when another page takes its place, or when it is hidden or left,
 * whichever comes first. Loaded when the first page has nothing else to do, so the first bytes of nobody's page pay for it.
 * Who asks not to be followed is not.
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
  // The first page was entered when its document was asked for, unless somebody was quicker than this file.
  enter(router.state.historyAction === 'POP' ? performance.timeOrigin : Date.now())
  router.subscribe(({ location }) => {
    if (location.pathname === shown) return
    leave()
    enter(Date.now())
  })
  // Not every browser tells both of a page that is closed.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  addEventListener('pagehide', leave)
  // Back to a page that the browser had kept whole.
  addEventListener('pageshow', ({ persisted }) => persisted && enter(Date.now()))
}

/** The page as the routes name it: no id stands in it, no query and no hash. Undefined where there is none. */
function pageOf({ matches, location }: Router['state']): string | undefined {
  const path = matches.at(-1)?.route.path
  if (path === undefined || path === '*') return undefined
  // Pages of the back office are told apart behind their one route, and have no ids in their paths.
  return path.endsWith('/*') ? location.pathname : path
}

function send({ id, path }: { id: string; path: string }): void {
  const seconds = Math.round((Date.now() - Number(session.getItem(ENTERED))) / 100) / 10
  // Anything may stand in a storage.
  if (!(seconds >= 0 && seconds <= 86_400)) return
  const body = { id, path, seconds, signedIn: getToken() !== undefined, refer: getReferral()?.slice(0, 512) }
  // A text goes as text/plain, which asks nobody's leave first.
  navigator.sendBeacon(addressOf(splitPath(paths.sendPageView)[1]), JSON.stringify(body))
}
