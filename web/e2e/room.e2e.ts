import { readFile } from 'node:fs/promises'
import type { Work } from '@toile/contracts/works'
import { expect } from 'playwright/test'
import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js'
import { openViewer, publishGarment } from './published.js'
import { test } from './test.js'

let work: Work
test.beforeAll(async () => {
  test.setTimeout(120_000)
  work = await publishGarment('For your room', { segments: 16, textureSize: 64 })
})
test.use({ viewport: { width: 640, height: 480 } })

/** The files of an uncompressed zip by their local headers (PKWARE's APPNOTE, 4.3.7). */
function filesOf(zip: Buffer): { name: string; offset: number; bytes: Buffer }[] {
  const files = []
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50;) {
    expect(zip.readUInt16LE(at + 8), 'stored as it is').toBe(0)
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ]
    const offset = at + 30 + nameLength + extraLength
    const name = zip.toString('utf8', at + 30, at + 30 + nameLength)
    files.push({ name, offset, bytes: zip.subarray(offset, offset + size) })
    at = offset + size
  }
  return files
}

/** What an address of Scene Viewer tells it to fetch. */
const fileOf = (link: string) => new URL(link.split('#')[0]!.replace('intent:', 'https:')).searchParams.get('file')!

test('a phone that can gets the garment as a sound USDZ, in metres', async ({ page }) => {
  // What Safari on iOS answers.
  await page.addInitScript(() => {
    const { supports } = DOMTokenList.prototype
    DOMTokenList.prototype.supports = function (token) {
      return token === 'ar' || supports.call(this, token)
    }
  })
  await openViewer(page, work)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'In your room' }).click()
  const files = filesOf(await readFile(await (await saving).path()))
  expect(files[0]!.name, 'the scene comes first').toMatch(/\.usda$/)
  expect(files.filter(({ name }) => /\.png$|\.jpg$/.test(name)).length).toBeGreaterThan(0)
  for (const { name, offset } of files) expect(offset % 64, `${name} is aligned`).toBe(0)

  const scene = files[0]!.bytes.toString()
  expect(scene).toContain('metersPerUnit = 1')
  const texts = files.filter(({ name }) => name.endsWith('.usda')).map(({ bytes }) => bytes.toString())
  expect(texts.map((text) => JSON.stringify(new USDAParser().parseText(text))).join()).toContain('def Mesh')
  const points = /point3f\[\] points = \[(.*?)\]\s/s.exec(texts.join('\n'))![1]!
  const heights = [...points.matchAll(/\(([^(),]+), ([^(),]+), ([^()]+)\)/g)].map(([, , y]) => Number(y))
  expect(heights.length).toBeGreaterThan(100)
  expect(heights.every(Number.isFinite)).toBe(true)
})

test('a desktop browser is not offered what it cannot do', async ({ page }) => {
  await openViewer(page, work)
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible()
  await expect(page.getByText('In your room')).toHaveCount(0)
})

test("Android's viewer gets a file that it reads, by an address that lasts", async ({ browser }) => {
  const context = await browser.newContext({ userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile' })
  const page = await context.newPage()
  await openViewer(page, work)
  const href = (await page.getByRole('link', { name: 'In your room' }).getAttribute('href'))!
  const file = fileOf(href)
  expect(file).toMatch(/\/files\/[^/?]+\/ar\.glb$/)
  const bytes = await (await page.request.get(file)).body()
  expect(bytes.toString('latin1')).not.toMatch(/extensionsRequired|meshopt|webp/)
})
