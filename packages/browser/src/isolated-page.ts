import type { BrowserContext, Page } from 'playwright-core'
import { InputFailure } from '@toile/contracts/failures'
import type { Browser, JobLimits } from './browser.js'
import { servePage, type PageServer, type ServePage } from './page-server.js'

/**
 * Runs `work` with one of our pages in a fresh context that can reach only the server that this function starts.
 * @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; the signal's reason; whatever `work` throws
 */
export async function withPage<T>(
  browser: Browser,
  limits: JobLimits,
  serving: ServePage,
  work: (page: Page, server: PageServer) => Promise<T>,
): Promise<T> {
  const server = await servePage(serving)
  try {
    return await browser.run(limits, async (context) => {
      const { page, crashed } = await openPage(context, server)
      return await Promise.race([crashed, work(page, server)])
    })
  } finally {
    server.close()
  }
}

/**
 * Restricts the context to `server` and opens the server's page in it.
 * @returns `crashed` rejects with PROCESSING_OUT_OF_MEMORY when the page crashes. Race all work on the page with it.
 */
export async function openPage(
  context: BrowserContext,
  server: PageServer,
): Promise<{ page: Page; crashed: Promise<never> }> {
  await context.route('**', (route) =>
    route.request().url().startsWith(`${server.origin}/`) ? route.continue() : route.abort(),
  )
  const page = await context.newPage()
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new InputFailure('PROCESSING_OUT_OF_MEMORY')))
  })
  // Prevents an unhandled rejection if the page crashes while no work races `crashed`.
  crashed.catch(() => undefined)
  await page.goto(server.pageUrl)
  return { page, crashed }
}
