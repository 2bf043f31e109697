import type { Router } from './router.js'

// Lets code outside React move the page, or hold it. main.tsx fills it in at start; importing the router's pages here
// would be a cycle.
let router: Router | undefined

export function setRouter(made: Router): void {
  router = made
}

/** The router; undefined until the page has begun. */
export const theRouter = (): Router | undefined => router

/** Moves the page; resolves once the new one is shown. */
export async function navigateTo(path: string): Promise<void> {
  // At once, not in a transition: whoever moves the page may end the session next, and what was left would ask as nobody.
  if (router) await router.navigate(path, { flushSync: true })
  else location.assign(path)
}
