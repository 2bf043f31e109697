import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright/test'
import { baseUrl, setSessionCookies, type Session } from './visitor.js'

// Windows are reused. A new window takes three times as much CPU time as a reused one, because it starts a process and
// compiles the scripts again.

/** A page without scripts. It belongs to Toile's site, because a page of another site would start a new process. */
const EMPTY_PAGE = '/favicon.svg'
/** Each window has a process of some 100 MB. If more windows than this are idle, those idle longest are closed. */
const MAX_IDLE = 4
/** Methods whose effects outlive a test. A window on which one was called is not reused. */
const lasting = {
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
const events = [
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

interface PooledWindow {
  context: BrowserContext
  page: Page
  /** The window's options as JSON. Only windows with equal options are interchangeable. */
  options: string
  isDirty: boolean
}

export class WindowPool {
  private idle: PooledWindow[] = []
  private taken: PooledWindow[] = []

  private readonly browser: Browser

  constructor(browser: Browser) {
    this.browser = browser
  }

  /** @returns a page with empty storage; if `who` is given, that user is signed in */
  async acquire(options: BrowserContextOptions, who?: Session): Promise<Page> {
    const name = JSON.stringify(options)
    const at = this.idle.findLastIndex((one) => one.options === name)
    const window = at < 0 ? await this.create(options, name) : this.idle.splice(at, 1)[0]!
    this.taken.push(window)
    if (who) await setSessionCookies(window.context, who)
    return window.page
  }

  /** Takes back all windows. Closes dirty windows, those that reset() cannot clear, and all of a failed test. */
  async releaseAll(hasFailed: boolean): Promise<void> {
    const back = this.taken.splice(0)
    for (const window of back) {
      const isEmpty = !hasFailed && !window.isDirty && (await reset(window).catch(() => false))
      if (isEmpty) this.idle.push(window)
      else await window.context.close()
    }
    while (this.idle.length > MAX_IDLE) await this.idle.shift()!.context.close()
  }

  has(context: BrowserContext): boolean {
    return this.idle.some((one) => one.context === context)
  }

  private async create(options: BrowserContextOptions, name: string): Promise<PooledWindow> {
    const context = await this.browser.newContext(options)
    const window = { context, page: await context.newPage(), options: name, isDirty: false }
    const { page } = window
    const markDirty = () => (window.isDirty = true)
    for (const method of lasting.context) onMethodCall(context, method, markDirty)
    for (const method of lasting.page) onMethodCall(page, method, markDirty)
    for (const method of lasting.clock) onMethodCall(page.clock, method, markDirty)
    return window
  }
}

function onMethodCall<T extends object>(object: T, method: keyof T, onCall: () => void): void {
  const before = (object[method] as (...args: unknown[]) => unknown).bind(object)
  Object.assign(object, {
    [method]: (...args: unknown[]) => {
      onCall()
      return before(...args)
    },
  })
}

/** Removes a test's listeners, routes, other pages, stored data and cookies. @returns false if reuse is impossible */
async function reset({ context, page, options }: PooledWindow): Promise<boolean> {
  if (page.isClosed() || new URL(page.url()).origin !== baseUrl) return false
  for (const source of [context, page]) for (const event of events) source.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(baseUrl + EMPTY_PAGE)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    const remove = (name: string) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name)
        request.onsuccess = () => resolve()
        request.onerror = request.onblocked = () => reject(new Error(`The database ${name} cannot be deleted`))
      })
    // The next test must find no database of this one, so the window is not free before the last one is deleted.
    await Promise.all((await indexedDB.databases()).map(({ name }) => remove(name!)))
  })
  await context.clearCookies()
  const { viewport, colorScheme, reducedMotion } = JSON.parse(options) as BrowserContextOptions
  if (viewport) await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion, forcedColors: null, contrast: null, media: null })
  return true
}
