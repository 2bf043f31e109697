import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from '@toile/testing/tap'
import type { Browser } from './browser.js'
import { makeDrapedGarment } from './draped-garment.test-support.js'
import { openModelOnStage, type Drawing } from './model-on-stage.js'
import { apart } from './pictures.test-support.js'
import { renderPreviews } from './previews.js'
import { openTestBrowser, sharedBrowser } from './shared.test-support.js'

const modelPath = path.join(t.testdir(), 'dressed.gltf')
const limits = { timeoutMs: 60_000 }
const drawing: Drawing = {
  width: 154,
  height: 205,
  camera: { azimuth: 24, elevation: 7 },
  appearance: {},
  samples: { from: 0, to: 4 },
}
const shots = [
  { name: 'cover', width: 77, height: 103, margin: 0.8 },
  { name: 'detail', width: 108, height: 58 },
]
const evening: Partial<Drawing> = { appearance: { lighting: 'evening' }, samples: null }

async function drawAll(browser: Browser, lighting: 'studio' | 'evening'): Promise<Record<string, Buffer>> {
  const stage = await openModelOnStage(browser, { modelPath, lighting, ...limits })
  const drawn = {
    samples: await stage.draw(drawing, limits),
    evening: await stage.draw({ ...drawing, ...evening }, limits),
    frame: await stage.draw({ ...drawing, samples: null }, limits),
  }
  await stage.close()
  const previews = await renderPreviews(browser, { modelPath, captures: shots, ...limits })
  return { ...drawn, ...Object.fromEntries(shots.map(({ name }) => [name, previews.get(name) as Buffer])) }
}

t.test('another browser renders the same bytes, with a cached light as with one made on the stage', async (t) => {
  await writeFile(modelPath, await makeDrapedGarment())
  const here = await drawAll(await sharedBrowser(), 'studio')
  const other = await openTestBrowser()
  t.teardown(() => other.close())
  const there = await drawAll(other, 'evening')
  for (const [name, png] of Object.entries(here)) t.ok(png.equals(there[name]!), `${name} is the same byte for byte`)
  t.ok((await apart(here['evening']!, here['frame']!)).mean > 2, 'and the evening is another light')
})
