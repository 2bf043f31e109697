import type { BrowserContext, Page } from 'playwright-core'
import { defaultAppearance, type LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser, JobLimits } from './browser.js'
import { drawOn } from './draw-on.js'
import type { Drawing } from './drawings.js'
import { openPage } from './isolated-page.js'
import { lightsOf } from './light.js'
import { servePage, type PageServer } from './page-server.js'
import { openModelIn, type PhotographModel } from './previews.js'

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
