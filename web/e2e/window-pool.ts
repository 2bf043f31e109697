import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test'
import { baseUrl, carry, type Session } from './visitor.js'

// Windows of the browser that a worker keeps from test to test, emptied in between. A page in a new window costs three
// times the processor: a process is started, and all code is fetched and compiled anew.

/** A document of ours without scripts. Our own: on the way to another site the browser would start a new process. */
const EMPTY_PAGE = '/favicon.svg'
/** Idle windows above this are closed: each is a process of some 100 MB. */
const MAX_IDLE = 4
/** What outlives the test that does it; a window in which it was done is not kept. */
const LASTING = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'routeWebSocket', 'setExtraHTTPHeaders'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const
const EVENTS = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

interface Kept {
  context: BrowserContext
  page: Page
  /** Only a window with the same options can be taken for another. */
  options: string
  isSpoiled: boolean
}

export class Windows {
  private idle: Kept[] = []
  private taken: Kept[] = []

  private readonly browser: Browser

  constructor(browser: Browser) {
    this.browser = browser
  }

  /** A window with an empty storage, of a visitor or of a person who is signed in. */
  async take(options: BrowserContextOptions, who?: Session): Promise<Page> {
    const name = JSON.stringify(options)
    const at = this.idle.findLastIndex((one) => one.options === name)
    const window = at < 0 ? await this.make(options, name) : this.idle.splice(at, 1)[0]!
    this.taken.push(window)
    if (who) await carry(window.context, who)
    return window.page
  }

  /** Takes all windows back after a test. After one that failed none is kept. */
  async takeBack(hasFailed: boolean): Promise<void> {
    const back = this.taken.splice(0)
    for (const window of back) {
      const isEmpty = !hasFailed && !window.isSpoiled && (await empty(window).catch(() => false))
      if (isEmpty) this.idle.push(window)
      else await window.context.close()
    }
    while (this.idle.length > MAX_IDLE) await this.idle.shift()!.context.close()
  }

  has(context: BrowserContext): boolean {
    return this.idle.some((one) => one.context === context)
  }

  private async make(options: BrowserContextOptions, name: string): Promise<Kept> {
    const context = await this.browser.newContext(options)
    const window = { context, page: await context.newPage(), options: name, isSpoiled: false }
    const { page } = window
    const spoil = () => (window.isSpoiled = true)
    for (const method of LASTING.context) watch(context, method, spoil)
    for (const method of LASTING.page) watch(page, method, spoil)
    for (const method of LASTING.clock) watch(page.clock, method, spoil)
    return window
  }
}

/** Tells when this method of this object is called. */
function watch<T extends object>(object: T, method: keyof T, tell: () => void): void {
  const before = (object[method] as (...args: unknown[]) => unknown).bind(object)
  Object.assign(object, {
    [method]: (...args: unknown[]) => {
      tell()
      return before(...args)
    },
  })
}

/** Leaves nothing of a test in a window; false when it cannot be kept. */
async function empty({ context, page, options }: Kept): Promise<boolean> {
  if (page.isClosed() || new URL(page.url()).origin !== baseUrl) return false
  for (const source of [context, page]) for (const event of EVENTS) source.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(baseUrl + EMPTY_PAGE)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
  })
  await context.clearCookies()
  const { viewport, colorScheme, reducedMotion } = JSON.parse(options) as BrowserContextOptions
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, contrast: null, media: null })
  return true
}
