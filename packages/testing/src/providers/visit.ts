import type { CookieBrowser } from './cookie-browser.js'

export type Back = { code?: string; state?: string; error?: string }

/**
 * Opens `start`, follows the provider's link named `choice`, and returns parameters of the redirect to `back`. Does not
 * open `back`. @throws if the provider's page has no such link
 */
export async function visitProvider(
  browser: CookieBrowser,
  { start, back, choice }: { start: string; back: string; choice: string },
): Promise<Back> {
  const isBack = `${back}?`
  // If this browser has just signed in at the OpenID provider, the provider redirects to `back` without a page.
  const page = await browser.visit(start, isBack)
  const link = new RegExp(`<a href="([^"]+)">${choice}</a>`).exec(page.html)?.[1]
  if (!link && !page.url.startsWith(isBack)) throw new Error(`${page.url} has no link named ${choice}`)
  const { url } = link ? await browser.visit(new URL(link.replaceAll('&amp;', '&'), page.url).href, isBack) : page
  const query = new URL(url).searchParams
  return Object.fromEntries([...query].filter(([name]) => ['code', 'state', 'error'].includes(name)))
}
