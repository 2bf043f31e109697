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
  /** An abort ends the drawing after the current batch of samples. If that takes over 1 s, the browser is killed. */
  signal?: AbortSignal
  /** Receives the number of finished samples, about every 250 ms and before previews. A slow sample delays this. */
  onSample?: (done: number) => void
  /** Receives a small WebP (RENDER_PREVIEW_SIDE_PX) after 1, 2, 4, 8 ... 512 samples, but not after the last sample. */
  onPreview?: (picture: Buffer, samples: number) => void
}

/** A model before the camera, for any number of drawings. Drawings run one at a time. */
export interface ModelOnStage {
  /**
   * Draws the tile, or the whole picture, as PNG. If a failed or cancelled drawing has ended the browser, the next
   * drawing restarts the browser and reopens the model.
   * @throws the errors of openModelOnStage(); InputFailure PROCESSING_FAILED when the page returns something
   * unexpected; the signal's reason when the drawing is cancelled
   */
  draw(drawing: Drawing, options: DrawOptions): Promise<Buffer>
  /** Waits for all requested drawings. Then releases the graphics context and lets the next job use the browser. */
  close(): Promise<void>
}

/** After an abort, a drawing has this time to end before the browser is killed. One heavy sample may take longer. */
const CANCEL_MS = 1_000

interface Opened {
  context: BrowserContext
  page: Page
  crashed: Promise<never>
}

/**
 * Opens a model and holds the browser until close(). The browser's other jobs wait meanwhile.
 * @param job `lighting` and the default lighting are prepared now, other lights on first use, which takes seconds. The
 * limits apply to opening the model, and `maxMemoryBytes` also applies to every drawing.
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
  /** The render page defines these functions. The functions do not exist elsewhere. */
  var startDrawing: (drawing: Drawing) => Promise<void>
  var drawSamples: (from: number, to: number, budgetMs: number) => number
  var readSmall: () => Promise<string>
  var readPicture: () => Promise<string>
}

/** A call of drawSamples() starts no sample after this time, but draws at least one. Aborts wait for the call's end. */
const BATCH_MS = 250

interface DrawingProgress {
  signal: AbortSignal | undefined
  onSample: ((done: number) => void) | undefined
  onPreview: ((picture: Buffer, samples: number) => void) | undefined
}

/** @returns a PNG, or null if the signal aborted before the PNG was read */
async function drawOn(
  page: Page,
  drawing: Drawing,
  { signal, onSample, onPreview }: DrawingProgress,
): Promise<Buffer | null> {
  const bytes = async (read: Promise<string>) => pictureFrom(await read, drawing)
  await page.evaluate((it) => globalThis.startDrawing(it), drawing)
  if (drawing.samples) {
    const { from, to } = drawing.samples
    // There is no preview after the last sample, because that picture is the result.
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
