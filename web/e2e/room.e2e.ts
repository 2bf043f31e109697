import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'
import { USDAParser } from 'three/addons/loaders/usd/USDAParser.js'
import { publishGarment } from './published.js'
import { viewerGarment, smallWindow, viewIn3d } from './viewer-garment.js'
import { test } from './test.js'

test.use({ viewport: smallWindow })

/** Reads the files of an uncompressed zip from their local headers (PKWARE's APPNOTE, 4.3.7). */
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

test('a phone with AR gets the garment as a valid USDZ, in metres', async ({ page }) => {
  const work = await publishGarment('For your room', viewerGarment)
  await page.goto(`/embed/${work.id}`)
  // The page now reports support for AR links, as Safari on iOS does.
  await page.evaluate(() => {
    const { supports } = DOMTokenList.prototype
    DOMTokenList.prototype.supports = function (token) {
      return token === 'ar' || supports.call(this, token)
    }
  })
  await viewIn3d(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'View in your space' }).click()
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

test('Android’s viewer gets a readable file at a lasting address', async ({ open }) => {
  const work = await publishGarment('For a room elsewhere', viewerGarment)
  const page = await open(undefined, { userAgent: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130 Mobile' })
  await page.goto(`/embed/${work.id}`)
  await viewIn3d(page)
  const href = (await page.getByRole('link', { name: 'View in your space' }).getAttribute('href'))!
  const file = new URL(href.split('#')[0]!.replace('intent:', 'https:')).searchParams.get('file')!
  expect(file).toMatch(/\/files\/[^/?]+\/ar\.glb$/)
  const bytes = await (await page.request.get(file)).body()
  expect(bytes.toString('latin1')).not.toMatch(/extensionsRequired|meshopt|webp/)
})
