import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { WebIO } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import sharp from 'sharp'
import { openBrowser, type Browser } from '@toile/browser/browser'
import { findChromium } from '@toile/browser/executable'
import { renderPreviews } from '@toile/browser/previews'
import { root } from '@toile/runtime/root'
import { demoGarments, type DemoGarment } from './garments/demo-garments.js'
import { madeGarment } from './made.js'

// `npm run garments [-- name ...]` writes photographs of the demo garments from three sides to docs/garments.

const WIDTH = 400
const HEIGHT = 532
const MAX_BYTES = 60_000
const views = [0, 24, 180]

const folder = path.join(root, 'docs/garments')

async function photograph(browser: Browser, garment: DemoGarment): Promise<string> {
  const { name } = garment
  const before = process.cpuUsage()
  const bytes = await madeGarment(garment)
  const { user, system } = process.cpuUsage(before)
  const work = mkdtempSync(path.join(tmpdir(), 'toile-garments-'))
  try {
    const modelPath = path.join(work, 'model.glb')
    writeFileSync(modelPath, bytes)
    const shots = views.map((azimuth) => ({
      name: `${azimuth}`,
      width: WIDTH * 2,
      height: HEIGHT * 2,
      azimuth,
      margin: 0.86,
    }))
    const pictures = await renderPreviews(browser, { modelPath, captures: shots, timeoutMs: 180_000 })
    const strip = await sharp({
      create: { width: WIDTH * views.length, height: HEIGHT, channels: 3, background: '#ffffff' },
    })
      .composite(
        await Promise.all(
          views.map(async (azimuth, i) => ({
            input: await sharp(pictures.get(`${azimuth}`))
              .resize(WIDTH, HEIGHT)
              .toBuffer(),
            left: i * WIDTH,
            top: 0,
          })),
        ),
      )
      .png()
      .toBuffer()
    writeFileSync(path.join(folder, `${name}.webp`), await within(strip))
  } finally {
    rmSync(work, { recursive: true })
  }
  return `${name}: ${((user + system) / 1e6).toFixed(1)} s of processor time, ${await factsOf(bytes)}`
}

async function within(picture: Buffer): Promise<Buffer> {
  for (let quality = 88; ; quality -= 6) {
    const webp = await sharp(picture).webp({ quality, effort: 5 }).toBuffer()
    if (webp.length <= MAX_BYTES || quality < 40) return webp
  }
}

async function factsOf(bytes: Uint8Array): Promise<string> {
  const document = await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(bytes)
  const triangles = document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + primitive.getIndices()!.getCount() / 3, 0)
  return `${Math.round(triangles / 1000)} k triangles, ${(bytes.length / 1e6).toFixed(1)} MB`
}

function page(): string {
  const entries = demoGarments.map(
    ({ name, title, intro }) =>
      `## ${title}\n\n${intro}\n\n![${title}: front, three-quarter, back](${name}.webp)\n\n[${name}.ts](../../packages/demo/src/garments/${name}.ts)\n`,
  )
  return `# Demo garments

What home shows after the first start. No file was drawn by hand: pieces of a pattern are cut and sewn, a small cloth
solver lets them fall on a form, and fabrics are woven thread by thread into textures. The same code makes the fixtures of
the tests. \`npm run garments\` made this page and its pictures, with the renderer that photographs every upload.

${entries.join('\n')}`
}

const executablePath = findChromium(process.env['CHROMIUM_PATH'])
if (!executablePath) throw new Error('The pictures need Chromium: apt-get install chromium, or set CHROMIUM_PATH.')
const names = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const browser = await openBrowser({ executablePath, log: { info: () => {}, warn: () => {} } })
try {
  for (const garment of demoGarments)
    if (names.length === 0 || names.includes(garment.name)) console.log(await photograph(browser, garment))
} finally {
  await browser.close()
}
writeFileSync(path.join(folder, 'README.md'), page())
