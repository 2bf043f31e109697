import { makeGarment } from '@toile/testing/garments/garments'
import type { Work } from '@toile/contracts/works/works'
import { expect, type Page } from 'playwright/test'
import { difference, pictureOf, settledPicture } from './canvas.js'
import { publishGarment } from './published.js'
import { makeReleasedWork } from './released-work.js'
import { expectFullModel, viewerGarment, viewIn3d } from './viewer-garment.js'
import { test } from './test.js'
import { baseUrl, navigateInPage } from './visitor.js'

test.use({ viewport: { width: 640, height: 480 } })

/** Starts to count calls of drawElements() and to track WebGL 2 contexts. */
const watchGraphics = (page: Page) =>
  page.evaluate(() => {
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
interface Counted {
  counted: { draws: number; contexts: WeakRef<WebGL2RenderingContext>[] }
}
const draws = (page: Page) => page.evaluate(() => (window as unknown as Counted).counted.draws)
/** `there` counts contexts that are not garbage-collected. `living` counts contexts that can still be drawn on. */
const contexts = (page: Page) =>
  page.evaluate(() => {
    const there = (window as unknown as Counted).counted.contexts.map((one) => one.deref()).filter((one) => one)
    return { there: there.length, living: there.filter((one) => !one!.isContextLost()).length }
  })
const afterFrames = (page: Page, count: number) =>
  page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i++) await new Promise(requestAnimationFrame)
  }, count)

async function drawnAfterRelease(page: Page): Promise<number> {
  await page.locator('.viewer-stage').scrollIntoViewIfNeeded()
  const box = (await page.locator('.viewer-stage').boundingBox())!
  const atFirst = await draws(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => draws(page), 'the hand turns it').toBeGreaterThan(atFirst)
  await afterFrames(page, 2)
  const before = await draws(page)
  await afterFrames(page, 8)
  return (await draws(page)) - before
}

test('a viewer unpacks in a worker, draws only changes, survives a lost context, and leaves nothing behind', async ({
  page,
}) => {
  const work = await publishGarment('Comes and goes', viewerGarment)
  await page.goto('/agreement/agree')
  await watchGraphics(page)
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await navigateInPage(page, `/project/${work.id}`)
  await viewIn3d(page)
  expect(workers).toHaveLength(1)
  expect(workers[0]).toContain(`${baseUrl}/assets/meshopt.worker-`)
  await expect.poll(() => page.workers().length).toBe(0)
  await expect(page.getByText('View in your space'), 'which a desktop browser cannot do').toHaveCount(0)
  expect(await drawnAfterRelease(page), 'reduced motion').toBe(0)

  await test.step('a lost graphics context is reported, and Retry restores the garment', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.viewer-stage canvas')
      canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await expect(page.getByText('3D could not load')).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectFullModel(page)
    await expect(page.locator('.viewer-stage canvas')).toHaveCount(1)
  })
  expect(await drawnAfterRelease(page), 'it glides to rest').toBeGreaterThan(0)

  await navigateInPage(page, '/agreement/agree')
  // A third viewer is opened and then closed by Back before its first frame, while shaders still compile.
  await navigateInPage(page, `/project/${work.id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect.poll(async () => (await contexts(page)).living).toBeGreaterThan(0)
  await page.goBack()
  await expect(page.locator('.viewer')).toHaveCount(0)
  await expect(page).toHaveURL('/agreement/agree')
  await expect.poll(async () => (await contexts(page)).living).toBe(0)
  // Only released viewers are garbage-collected. React may keep one viewer, which has two contexts.
  const cdp = await page.context().newCDPSession(page)
  const held = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await contexts(page)).there
  }
  await expect.poll(held).toBeLessThanOrEqual(2)
})

test('without WebGL the picture stays, with a reason', async ({ page }) => {
  const work = await makeReleasedWork({ title: 'Only a picture' })
  await page.goto(`/project/${work.id}`)
  await page.evaluate(() => Object.assign(HTMLCanvasElement.prototype, { getContext: () => null }))
  await page.getByRole('button', { name: /View in 3D/ }).click()
  await expect(page.getByText('This browser can’t show 3D.')).toBeVisible()
  await expect(page.getByRole('img', { name: /Only a picture/ })).toBeVisible()
})

test('a coarse level shows first, and the fine one replaces it without a jump', async ({ page }) => {
  // packages/media/src/models/levels/levels.test.ts tests the levels themselves.
  const { id } = await makeReleasedWork()
  const { model, preview } = (await (await fetch(`${baseUrl}/works/${id}`)).json()) as Work
  const colourways = ['Sand', 'Plum']
  const [coarse, fine] = await Promise.all([
    makeGarment({ segments: 10, textureSize: 16, colourways }),
    makeGarment({ segments: 24, textureSize: 64, colourways }),
  ])
  // The fine level is held back until the coarse level has been seen.
  let release = () => {}
  const looked = new Promise<void>((resolve) => (release = resolve))
  await page.route(preview!.url, (route) => route.fulfill({ body: coarse }))
  await page.route(model!.url, async (route) => {
    await looked
    await route.fulfill({ body: fine })
  })
  await page.goto(`/embed/${id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  const viewer = page.locator('.viewer')
  await expect(viewer).toHaveAttribute('data-phase', 'ready')
  await expect(viewer).not.toHaveAttribute('data-whole')
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('radio', { name: 'Plum' }).check()
  await page.getByRole('radio', { name: 'Evening' }).check()
  const before = await settledPicture(page)
  await page.locator('.viewer-stage').focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft')
  const turned = async () => difference(await pictureOf(page), before)
  await expect.poll(turned).toBeGreaterThan(1)
  const looksCoarse = await settledPicture(page)
  const turn = difference(looksCoarse, before)

  release()
  await expectFullModel(page)
  await expect(async () => {
    const now = difference(await pictureOf(page), looksCoarse)
    expect(now, 'finer threads').toBeGreaterThan(0)
    // The change must be less than half the change of the turn above (30 degrees). A lost view, light or colourway
    // changes more.
    expect(now).toBeLessThan(turn / 2)
  }).toPass()
})
