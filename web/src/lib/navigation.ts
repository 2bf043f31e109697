import { useEffect } from 'react'
import { useLocation, type Router } from './router.js'

// Navigation for code outside React. main.tsx sets the router, because importing the router here would be a cycle.
let router: Router | undefined
/** `shown` is the location key of the page on screen. `waiting` has callbacks to run once the next page is shown. */
let shown: string | undefined
let waiting: (() => void)[] = []

export function setRouter(newRouter: Router): void {
  router = newRouter
}

export const getRouter = (): Router | undefined => router

export function useShownPage(): void {
  const { key } = useLocation()
  useEffect(() => {
    shown = key
    waiting.forEach((go) => go())
    waiting = []
  }, [key])
}

/**
 * Resolves once the new page is shown. router.navigate() resolves earlier, while the old page is still mounted and
 * could refetch with an ended session.
 */
export async function navigateTo(path: string): Promise<void> {
  if (!router) return location.assign(path)
  await router.navigate(path)
  while (shown !== router.state.location.key) await new Promise<void>((resolve) => waiting.push(resolve))
}
