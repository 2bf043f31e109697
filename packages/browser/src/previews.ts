import type { Page } from 'playwright-core'
import { InputFailure } from '@toile/contracts/failures'
import { defaultAppearance, type LightingName } from '@toile/contracts/models/appearance.constants'
import type { Browser, JobLimits } from './browser.js'
import { withPage } from './isolated-page.js'
import { lightsOf } from './light.js'
import type { PageServer } from './page-server.js'
import { pictureFrom } from './page-results.js'
import type { PageResult, Capture } from './captures.js'

export interface PhotographModel extends JobLimits {
  /** A self-contained .glb that has passed guardModel() or was written by us. */
  modelPath: string
}

export type TakeCaptures = (captures: Capture[]) => Promise<Map<string, Buffer>>

declare global {
  /** The render page defines these functions. The functions do not exist elsewhere. */
  var openModel: (modelUrl: string, lightsUrl: string, lit: readonly LightingName[]) => Promise<PageResult>
  var takeCaptures: (captures: Capture[]) => Promise<[string, string][]>
}

const defaultLight = [defaultAppearance.lighting]

const START_MS = 30_000

const MAX_DETAIL_LENGTH = 500

/**
 * Opens a model as the web viewer shows it. The model is opened only once for all pictures that `work` takes, because
 * on a CPU, opening takes seconds and a picture takes less than one second. Without a GPU, equal models give equal
 * bytes on every machine with the same Chromium.
 * @throws InputFailure PREPARATION_FAULT, MODEL_EMPTY, PROCESSING_TOO_LONG, PROCESSING_OUT_OF_MEMORY,
 * PROCESSING_FAILED, the signal's reason, and what `work` throws; any other error is the server's fault, worth a retry
 */
export async function photographModel<T>(
  browser: Browser,
  { modelPath, ...limits }: PhotographModel,
  work: (take: TakeCaptures) => Promise<T>,
): Promise<T> {
  const bytes = await lightsOf(browser, defaultLight)
  limits.signal?.throwIfAborted()
  return withPage(browser, limits, { bundle: 'page.bundle.js', files: [modelPath], bytes }, (page, server) =>
    withModel(page, server, work),
  )
}

export async function warmUp(browser: Browser): Promise<void> {
  await lightsOf(browser, defaultLight)
  if (browser.pid() === null) await browser.run({ timeoutMs: START_MS }, async () => {})
}

export function renderPreviews(
  browser: Browser,
  { captures, ...job }: PhotographModel & { captures: Capture[] },
): Promise<Map<string, Buffer>> {
  return photographModel(browser, job, (take) => take(captures))
}

async function withModel<T>(page: Page, server: PageServer, work: (take: TakeCaptures) => Promise<T>): Promise<T> {
  await openModelIn(page, server, defaultLight)
  return work(async (captures) => {
    const pictures = await page.evaluate((list) => globalThis.takeCaptures(list), captures)
    const drawn = new Map(pictures)
    return new Map(captures.map((capture) => [capture.name, pictureFrom(drawn.get(capture.name), capture)]))
  })
}

/** @param lit names of the lights that `server` serves @throws InputFailure PREPARATION_FAULT, MODEL_EMPTY */
export async function openModelIn(page: Page, server: PageServer, lit: readonly LightingName[]): Promise<void> {
  const what = { model: server.fileUrls[0]!, lights: server.bytesUrl, lit }
  const opened = await page.evaluate(({ model, lights, lit }) => globalThis.openModel(model, lights, lit), what)
  if (opened.ok) return
  if (opened.reason === 'empty') throw new InputFailure('MODEL_EMPTY')
  // Toile has written or checked this model, so a failure here is not the fault of the model's creator.
  throw new InputFailure('PREPARATION_FAULT', {}, { cause: opened.detail.slice(0, MAX_DETAIL_LENGTH) })
}
