import type { BrowserContext, Page } from 'playwright-core'
import { defaultAppearance, type LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser, JobLimits } from './browser.js'
import type { Drawing } from './drawings.js'
import { openPage } from './isolated-page.js'
import { lightsOf } from './light.js'
import { servePage, type PageServer } from './page-server.js'
import { openModelIn, type PhotographModel } from './previews.js'
import { pictureFrom, unexpectedResult } from './page-results.js'

export type { Drawing } from './drawings.js'

interface DrawOptions extends Pick<JobLimits, 'timeoutMs' | 'maxCpuMs'> {
  /** Ends the drawing between two samples. A page that does not answer for a second is killed with its browser. */
  signal?: AbortSignal
  /** How many of the asked samples are drawn; called about four times a second at most. */
  onSample?: (done: number) => void
  /** A small WebP (480 px on its longest side) of what there is after 1, 2, 4, 8 ... samples of this range. */
  onPreview?: (picture: Buffer, samples: number) => void
}

/** A model before the camera, for as many drawings as one likes. They wait for each other. */
export interface ModelOnStage {
  /**
   * Draws a PNG of the tile, or of the whole picture. After a cancelled or failed drawing the next one works: if the
   * browser was killed, or ended idle, it starts again and the model is opened anew.
   * @throws InputFailure PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY; the signal's reason when cancelled
   */
  draw(drawing: Drawing, options: DrawOptions): Promise<Buffer>
  /** Gives the graphics context back and lets the next job have the browser, after the drawing that runs. */
  close(): Promise<void>
}

/** A cancelled drawing must be over after so long, and one sample of a heavy garment may take longer. */
const CANCEL_MS = 1_000

interface Opened {
  context: BrowserContext
  page: Page
  crashed: Promise<never>
}

/**
 * Puts a model on the stage. The browser belongs to it until close(): other jobs of this browser wait that long.
 * @param job `lighting`: the one that is drawn first, others take seconds when they come; its limits hold for opening the model; `maxMemoryBytes` for every drawing as well
 * @throws InputFailure PREPARATION_FAULT, MODEL_EMPTY, PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY
 */
export async function openModelOnStage(
  browser: Browser,
  { modelPath, lighting = defaultAppearance.lighting, ...limits }: PhotographModel & { lighting?: LightingName },
): Promise<ModelOnStage> {
  const lit = [...new Set([defaultAppearance.lighting, lighting])]
  const bytes = await lightsOf(browser, lit)
  const hold = await browser.hold()
  let server: PageServer | undefined
  let opened: Opened | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = async () => {
    await hold.end()
    server?.close()
  }
  const open = async (signal: AbortSignal | undefined): Promise<Opened> =>
    hold.run({ ...limits, ...(signal && { signal }) }, async (context) => {
      if (opened?.context === context) return opened
      server?.close()
      server = await servePage({ bundle: 'page.bundle.js', files: [modelPath], bytes })
      const { page, crashed } = await openPage(context, server)
      await Promise.race([crashed, openModelIn(page, server, lit)])
      return (opened = { context, page, crashed })
    })
  const drawNow = async (
    drawing: Drawing,
    { signal, onSample, onPreview, ...within }: DrawOptions,
  ): Promise<Buffer> => {
    const { page, crashed } = await open(signal)
    const late = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const onAbort = () => {
      timer = setTimeout(() => late.abort(signal?.reason), CANCEL_MS)
    }
    signal?.addEventListener('abort', onAbort)
    try {
      const { maxMemoryBytes } = limits
      const all = { ...within, ...(maxMemoryBytes !== undefined && { maxMemoryBytes }), signal: late.signal }
      const drawn = await hold.run(all, () =>
        Promise.race([crashed, drawOn(page, drawing, { signal, onSample, onPreview })]),
      )
      signal?.throwIfAborted()
      return drawn as Buffer
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  try {
    await open(limits.signal)
  } catch (error) {
    await end()
    throw error
  }
  return {
    draw(drawing, options) {
      const drawn = last.then(() => drawNow(drawing, options))
      last = drawn.catch(() => undefined)
      return drawn
    },
    close: () => last.then(end),
  }
}

declare global {
  /** Defined by the render page, which is where the code that calls them runs. */
  var startDrawing: (drawing: Drawing) => Promise<void>
  var drawSamples: (from: number, to: number, budgetMs: number) => number
  var readSmall: () => Promise<string>
  var readPicture: () => Promise<string>
}

/** How long the page may draw until it is asked again: what a cancelled drawing waits for at most, or for one sample. */
const BATCH_MS = 250

interface DrawingProgress {
  signal: AbortSignal | undefined
  onSample: ((done: number) => void) | undefined
  onPreview: ((picture: Buffer, samples: number) => void) | undefined
}

/** Draws on a page whose stage has a model. @returns a PNG; null when the signal fired between two samples */
async function drawOn(
  page: Page,
  drawing: Drawing,
  { signal, onSample, onPreview }: DrawingProgress,
): Promise<Buffer | null> {
  const bytes = async (read: Promise<string>) => pictureFrom(await read, drawing)
  await page.evaluate((it) => globalThis.startDrawing(it), drawing)
  if (drawing.samples) {
    const { from, to } = drawing.samples
    // The picture after the last sample is the result itself.
    const previewAfter = onPreview ? [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].filter((count) => from + count < to) : []
    let next = from
    while (next < to) {
      if (signal?.aborted) return null
      const until = previewAfter.length ? from + (previewAfter[0] as number) : to
      next = await page.evaluate(([a, b, ms]) => globalThis.drawSamples(a, b, ms), [next, until, BATCH_MS] as const)
      if (!(next <= until)) throw unexpectedResult('how far it is')
      onSample?.(next - from)
      if (next !== until || !previewAfter.length || signal?.aborted) continue
      onPreview?.(await bytes(page.evaluate(() => globalThis.readSmall())), previewAfter.shift() as number)
    }
  }
  if (signal?.aborted) return null
  return bytes(page.evaluate(() => globalThis.readPicture()))
}
