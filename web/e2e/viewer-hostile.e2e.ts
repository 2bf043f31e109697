import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import type { Work } from '@toile/contracts/works/works'
import { makeGarment } from '@toile/testing/garments/garments'
import { hostileGeometry } from '@toile/testing/hostile/geometry'
import { hostileJson } from '@toile/testing/hostile/json'
import { hostilePictures } from '@toile/testing/hostile/pictures'
import { expect, type Page } from 'playwright/test'
import { makeReleasedWork } from './released-work.js'
import { expectFullModel, smallWindow } from './viewer-garment.js'
import { test } from './test.js'
import { baseUrl } from './visitor.js'

// These tests check the viewer's own defence against files that the check of uploads would refuse.

test.use({ viewport: smallWindow })

const plain = { segments: 8, textureSize: 16 }
const failed = (page: Page) => page.getByRole('status').filter({ hasText: '3D could not load' })

async function openWith(page: Page, first: Buffer): Promise<{ file: Buffer; given: number }> {
  const { id } = await makeReleasedWork()
  const { model, preview } = (await (await fetch(`${baseUrl}/works/${id}`)).json()) as Work
  const hand = { file: first, given: 0 }
  await page.route(preview!.url, (route) => route.abort())
  await page.route(model!.url, async (route) => {
    hand.given++
    await route.fulfill({ body: hand.file })
  })
  await page.goto(`/embed/${id}`)
  await page.getByRole('button', { name: /View in 3D/ }).click()
  return hand
}

const OTHER_ORIGIN = 'https://elsewhere.example'
async function pointingElsewhere(part: 'buffers' | 'images'): Promise<Buffer> {
  const io = new WebIO().registerExtensions(ALL_EXTENSIONS)
  const { json, resources } = await io.writeJSON(await io.readBinary(new Uint8Array(await makeGarment(plain))))
  for (const each of [...json.buffers!, ...json.images!])
    each.uri = `data:application/octet-stream;base64,${Buffer.from(resources[each.uri!]!).toString('base64')}`
  for (const [i, each] of json[part]!.entries()) each.uri = `${OTHER_ORIGIN}/${part}/${i}`
  return Buffer.from(JSON.stringify(json))
}

test.describe('without the page’s CSP, which would also block other hosts', () => {
  test.use({ bypassCSP: true })
  test('U11 the viewer requests no other host that a file names', async ({ page }) => {
    const asked: string[] = []
    await page.route(`${OTHER_ORIGIN}/**`, async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } })
    })
    const hand = await openWith(page, await pointingElsewhere('buffers'))
    await expect(failed(page)).toBeVisible()
    // A garment is displayed even if its textures cannot be loaded.
    hand.file = await pointingElsewhere('images')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expectFullModel(page)
    expect(asked).toEqual([])
  })
})

/** The CPU time in seconds that the main thread may take per file. Other load on the machine does not change it. */
const MAX_THREAD_SECONDS = 2
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

test('U12 no file that the guard refuses blocks the page', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const threadSeconds = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ThreadTime')!.value
  }
  const files = await Promise.all(bombs.map((name) => hostileFiles.find((file) => file.name === name)!.make()))
  let before = 0
  let hand: Awaited<ReturnType<typeof openWith>> | undefined
  for (const [i, name] of bombs.entries()) {
    if (hand) {
      hand.file = files[i]!
      await page.getByRole('button', { name: 'Retry' }).click()
    } else hand = await openWith(page, files[i]!)
    await expect.poll(() => hand!.given).toBe(i + 1)
    await expect(failed(page), name).toBeVisible()
    const now = await threadSeconds()
    expect(now - before, name).toBeLessThan(MAX_THREAD_SECONDS)
    before = now
  }
  hand!.file = await makeGarment(plain)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expectFullModel(page)
})
