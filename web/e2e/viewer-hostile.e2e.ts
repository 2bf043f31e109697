import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import type { Work } from '@toile/contracts/works'
import { makeGarment } from '@toile/testing/garments'
import { hostileGeometry } from '@toile/testing/hostile-geometry'
import { hostileJson } from '@toile/testing/hostile-json'
import { hostilePictures } from '@toile/testing/hostile-pictures'
import { expect, type Page } from 'playwright/test'
import { publishGarment } from './published.js'
import { test } from './test.js'

// Files that never pass the guard, handed to the viewer all the same: what it does alone.

let work: Work
test.beforeAll(async () => {
  test.setTimeout(120_000)
  work = await publishGarment('Swapped on the way', { segments: 8, textureSize: 16 })
})
// In the frame for other sites the picture is as small as the window.
test.use({ viewport: { width: 320, height: 300 } })

/** Stands in for the server: gives what `file` holds whenever the model is asked for. */
async function handOut(page: Page): Promise<{ file: Buffer | null; given: number }> {
  const hand = { file: null as Buffer | null, given: 0 }
  await page.route(work.model!.url, async (route) => {
    hand.given++
    await (hand.file ? route.fulfill({ body: hand.file }) : route.continue())
  })
  return hand
}
const open = (page: Page) => page.getByRole('button', { name: /View in 3D/ }).click()
const failed = (page: Page) => page.getByRole('status').filter({ hasText: '3D could not load' })
const ready = (page: Page) => expect(page.locator('.viewer')).toHaveAttribute('data-whole', 'true', { timeout: 60_000 })

const foreign = 'https://elsewhere.example'
/** A dress whose buffer or textures lie on another host. */
async function pointingElsewhere(part: 'buffers' | 'images'): Promise<Buffer> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const glb = await makeGarment({ segments: 8, textureSize: 16 })
  const { json, resources } = await io.writeJSON(await io.readBinary(new Uint8Array(glb)))
  for (const each of [...json.buffers!, ...json.images!])
    each.uri = `data:application/octet-stream;base64,${Buffer.from(resources[each.uri!]!).toString('base64')}`
  for (const [i, each] of json[part]!.entries()) each.uri = `${foreign}/${part}/${i}`
  return Buffer.from(JSON.stringify(json))
}

test.describe('without the policy of the page, which would hold it back as well', () => {
  test.use({ bypassCSP: true })
  test('U11 the viewer asks no other host for what a file names', { tag: '@alone' }, async ({ page }) => {
    const asked: string[] = []
    await page.route(`${foreign}/**`, async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } })
    })
    const hand = await handOut(page)
    hand.file = await pointingElsewhere('buffers')
    await page.goto(`/embed/${work.id}`)
    await open(page)
    await expect(failed(page)).toBeVisible()
    // A garment without its fabric is still one.
    hand.file = await pointingElsewhere('images')
    await page.getByRole('button', { name: 'Retry' }).click()
    await ready(page)
    expect(asked).toEqual([])
  })
})

const MAX_BLOCKED_MS = 2_000
const hostileFiles = [...hostileGeometry, ...hostileJson, ...hostilePictures]
const bombs = [
  'U12 mesh bomb: accessor of 2e9 elements',
  'U12 mesh bomb: 3e8 zeros in 380 bytes',
  'U12 200,000 nodes inside each other',
  'U12 nodes in a circle',
  'U12 picture of 30,000 x 30,000 px',
  'U12 6,000 parts of a mesh',
  'U12 meshopt that unpacks to gigabytes',
]

test(
  'U12 no file of those that the guard refuses keeps the page from answering',
  { tag: '@alone' },
  async ({ page }) => {
    await page.addInitScript(() => {
      const blocked = { longestMs: 0 }
      const watch = (list: PerformanceObserverEntryList) => {
        for (const { duration } of list.getEntries()) blocked.longestMs = Math.max(blocked.longestMs, duration)
      }
      new PerformanceObserver(watch).observe({ entryTypes: ['longtask'] })
      Object.assign(window, { blocked })
    })
    const hand = await handOut(page)
    await page.goto(`/embed/${work.id}`)
    for (const [i, name] of bombs.entries()) {
      hand.file = await hostileFiles.find((file) => file.name === name)!.make()
      if (i === 0) await open(page)
      else await page.getByRole('button', { name: 'Retry' }).click()
      await expect.poll(() => hand.given).toBe(i + 1)
      await expect(failed(page), name).toBeVisible()
      const blocked = await page.evaluate(
        () => (window as unknown as { blocked: { longestMs: number } }).blocked.longestMs,
      )
      expect(blocked, name).toBeLessThan(MAX_BLOCKED_MS)
    }
    hand.file = null
    await page.getByRole('button', { name: 'Retry' }).click()
    await ready(page)
  },
)
