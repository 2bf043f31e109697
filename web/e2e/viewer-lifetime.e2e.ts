import type { Work } from '@toile/contracts/works'
import { chromium, expect, type Page } from 'playwright/test'
import { openViewer, publishGarment } from './published.js'
import { test } from './test.js'
import { baseUrl } from './visitor.js'

// What the viewer takes from the browser, and gives back.

let work: Work
test.beforeAll(async () => {
  test.setTimeout(120_000)
  work = await publishGarment('Comes and goes', { segments: 24, textureSize: 64 })
})

// The fewer pixels, the sooner a processor has drawn them.
test.use({ viewport: { width: 640, height: 480 } })

/** From here on counts what is drawn, and which graphics contexts live. */
async function watchGraphics(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = { draws: 0, contexts: [] as WeakRef<WebGL2RenderingContext>[] }
    const { drawElements } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      counted.draws++
      drawElements.apply(this, args)
    }
    const getContext = HTMLCanvasElement.prototype.getContext as (...args: unknown[]) => unknown
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(...args: unknown[]) {
        const context = getContext.apply(this, args)
        if (context instanceof WebGL2RenderingContext) counted.contexts.push(new WeakRef(context))
        return context
      },
    })
    Object.assign(window, { counted })
  })
}
interface Counted {
  counted: { draws: number; contexts: WeakRef<WebGL2RenderingContext>[] }
}
const draws = (page: Page) => page.evaluate(() => (window as unknown as Counted).counted.draws)
const livingContexts = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as Counted).counted.contexts.filter((one) => one.deref()?.isContextLost() === false).length,
  )
const afterFrames = (page: Page, count: number) =>
  page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame)
  }, count)

test('models are unpacked by a worker of ours, which ends with it', async ({ page }) => {
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await openViewer(page, work)
  expect(workers).toHaveLength(1)
  expect(workers[0]).toContain(`${baseUrl}/assets/meshopt.worker-`)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('nothing is drawn while nothing moves, and turning stops with the hand for whoever wants no motion', async ({
  page,
}) => {
  await watchGraphics(page)
  await openViewer(page, work)
  const box = (await page.locator('.viewer-stage').boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const drawnAfterRelease = async () => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y, { steps: 4 })
    await page.mouse.up()
    await afterFrames(page, 2)
    const before = await draws(page)
    await afterFrames(page, 8)
    return (await draws(page)) - before
  }
  expect(await drawnAfterRelease(), 'reduced motion').toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
  expect(await drawnAfterRelease(), 'it glides to rest').toBeGreaterThan(0)
})

test('a graphics context that is lost is told, and Retry brings the garment back', async ({ page }) => {
  await openViewer(page, work)
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('.viewer-stage canvas')
    canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await expect(page.getByText('3D could not load')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.locator('.viewer')).toHaveAttribute('data-phase', 'ready', { timeout: 60_000 })
  expect(await page.locator('.viewer-stage canvas').count()).toBe(1)
})

test('without WebGL the picture stays, and a sentence says why', async () => {
  const { executablePath, args = [] } = test.info().project.use.launchOptions!
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...args, '--disable-3d-apis'],
  })
  try {
    const page = await browser.newPage({ baseURL: baseUrl, locale: 'en-US' })
    await page.goto(`/project/${work.id}`)
    await page.getByRole('button', { name: /View in 3D/ }).click()
    await expect(page.getByText('This browser cannot show 3D.')).toBeVisible()
    await expect(page.getByRole('img', { name: /Comes and goes/ })).toBeVisible()
  } finally {
    await browser.close()
  }
})

test('visits leave no graphics context and nothing of the viewer behind', async ({ page }) => {
  // Each visit compiles its shaders anew, which takes a processor seconds.
  test.setTimeout(240_000)
  await watchGraphics(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const line = await page.context().newCDPSession(page)
  const tile = page.getByRole('link', { name: work.title })
  await page.goto('/')
  for (let visit = 1; visit <= 3; visit++) {
    await tile.first().click()
    await page.getByRole('button', { name: /View in 3D/ }).click()
    await expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })
    await page.goBack()
    await expect(tile.first()).toBeVisible()
  }
  await expect.poll(() => livingContexts(page)).toBe(0)
  // The renderer holds its context, the orbit the renderer and the model: what can be collected is held by nobody. Each
  // visit asks for two; React may keep those of the last one until it draws again.
  const held = async () => {
    await line.send('HeapProfiler.collectGarbage')
    return await page.evaluate(
      () => (window as unknown as Counted).counted.contexts.filter((one) => one.deref() !== undefined).length,
    )
  }
  await expect.poll(held).toBeLessThanOrEqual(2)
})
