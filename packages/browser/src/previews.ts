import type { BrowserContext } from 'playwright-core'
import { InputFailure } from '@toile/contracts/failures'
import type { Browser, JobLimits } from './browser.js'
import { serveModel, type ModelServer } from './model-server.js'
import type { PageResult, Shot } from './shots.js'

export interface PreviewJob extends JobLimits {
  /** A .glb that needs no other file; guarded before (node, triangle and picture caps), for its size sets the time. */
  modelPath: string
  shots: Shot[]
}

declare global {
  /** Defined by the render page, which is where the code that calls it runs. */
  var takeShots: (modelUrl: string, shots: Shot[]) => Promise<PageResult>
}

/** A parser's message is shown to people: one short line. */
const MAX_DETAIL_LENGTH = 200

/**
 * Draws pictures of a model as the web viewer shows it.
 * Throws InputFailure MODEL_DAMAGED, MODEL_EMPTY, PROCESSING_TOO_LONG or PROCESSING_OUT_OF_MEMORY; anything else is a
 * fault of ours and worth another try.
 * @returns PNG bytes by the shot's name; the same model gives the same bytes on every machine with this Chromium
 */
export async function renderPreviews(browser: Browser, { modelPath, shots, ...limits }: PreviewJob) {
  const server = await serveModel(modelPath)
  try {
    const result = await browser.run(limits, (context) => takeShots(context, server, shots))
    if (result.ok) return new Map(result.pictures.map(([name, base64]) => [name, Buffer.from(base64, 'base64')]))
    if (result.reason === 'empty') throw new InputFailure('MODEL_EMPTY')
    const detail = result.detail.replace(/\s+/g, ' ').slice(0, MAX_DETAIL_LENGTH)
    throw new InputFailure('MODEL_DAMAGED', { detail })
  } finally {
    server.close()
  }
}

async function takeShots(context: BrowserContext, server: ModelServer, shots: Shot[]): Promise<PageResult> {
  await context.route('**', (route) =>
    route.request().url().startsWith(`${server.origin}/`) ? route.continue() : route.abort(),
  )
  const page = await context.newPage()
  const crashed = new Promise<never>((_, reject) => {
    page.once('crash', () => reject(new InputFailure('PROCESSING_OUT_OF_MEMORY')))
  })
  const taken = page
    .goto(server.pageUrl)
    .then(() => page.evaluate(([url, list]) => globalThis.takeShots(url, list), [server.modelUrl, shots] as const))
  return await Promise.race([taken, crashed])
}
