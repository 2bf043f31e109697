import { useEffect } from 'react'
import { useLocation, type Router } from './router.js'

// Lets code outside React move the page, or hold it. main.tsx fills it in at start; importing the router's pages here
// would be a cycle.
let router: Router | undefined
/** The place whose page is on screen, and who waits for the next. */
let shown: string | undefined
let waiting: (() => void)[] = []

export function setRouter(newRouter: Router): void {
  router = newRouter
}

/** The router; undefined until the page has begun. */
export const getRouter = (): Router | undefined => router

/** For what stands around every page: tells that the page of this place is on screen, and the one before it gone. */
export function useShownPage(): void {
  const { key } = useLocation()
  useEffect(() => {
    shown = key
    waiting.forEach((go) => go())
    waiting = []
  }, [key])
}

/**
 * Moves the page; resolves once the new one is shown. The router is done earlier, and whoever moves the page may end
 * the session next: what was left would ask as nobody.
 */
export async function navigateTo(path: string): Promise<void> {
  if (!router) return location.assign(path)
  await router.navigate(path)
  while (shown !== router.state.location.key) await new Promise<void>((resolve) => waiting.push(resolve))
}
