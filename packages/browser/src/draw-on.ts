import type { Page } from 'playwright-core'
import type { Drawing } from './drawings.js'
import { pictureFrom, unexpectedResult } from './page-results.js'

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
export async function drawOn(
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
