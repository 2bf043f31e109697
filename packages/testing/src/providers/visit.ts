import type { CookieBrowser } from './cookie-browser.js'

/** The query of the address that a provider sends the browser back to. */
export type Back = { code?: string; state?: string; error?: string }

/**
 * Goes from `start` to the provider, takes the link named `choice` there, and gives what it sends back to `back`, an
 * address that is not opened. Throws where there is no such link.
 */
export async function visitProvider(
  browser: CookieBrowser,
  { start, back, choice }: { start: string; back: string; choice: string },
): Promise<Back> {
  const isBack = `${back}?`
  // Whoever has just been at the provider in this browser is not asked again.
  const page = await browser.visit(start, isBack)
  const link = new RegExp(`<a href="([^"]+)">${choice}</a>`).exec(page.html)?.[1]
  if (!link && !page.url.startsWith(isBack)) throw new Error(`${page.url} has no link named ${choice}`)
  const { url } = link ? await browser.visit(new URL(link.replaceAll('&amp;', '&'), page.url).href, isBack) : page
  const query = new URL(url).searchParams
  return Object.fromEntries([...query].filter(([name]) => ['code', 'state', 'error'].includes(name)))
}
