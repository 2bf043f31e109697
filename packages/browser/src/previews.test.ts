import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { makeGarment as makeDress } from '@toile/testing/garments/garments'
import { makeRigged } from '@toile/testing/garments/rigged'
import type { Browser } from './browser.js'
import { makeGarment, makeTriangle } from './garment.test-support.js'
import { withPage } from './isolated-page.js'
import { servePage, type ServePage } from './page-server.js'
import { renderPreviews } from './previews.js'
import { sharedBrowser } from './shared.test-support.js'

const cover = { name: 'cover', width: 308, height: 410, margin: 0.8 }
const detail = { name: 'detail', width: 431, height: 231 }
const folder = t.testdir()

async function store(name: string, content: Uint8Array | string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, content)
  return file
}

let browser: Browser
t.before(async () => {
  browser = await sharedBrowser()
})

const preview = (modelPath: string, captures = [detail]) =>
  renderPreviews(browser, { modelPath, captures, timeoutMs: 60_000 })

t.test('pictures have the requested sizes and are not blank', async (t) => {
  const modelPath = await store('garment.glb', await makeGarment())
  const first = await preview(modelPath, [cover, detail])
  for (const { name, width, height } of [cover, detail]) {
    const png = first.get(name) as Buffer
    const metadata = await sharp(png).metadata()
    t.match(
      { format: metadata.format, width: metadata.width, height: metadata.height },
      { format: 'png', width, height },
    )
    const { channels } = await sharp(png).stats()
    t.ok(
      channels.slice(0, 3).every((channel) => channel.stdev > 10),
      'not a uniform picture',
    )
    const corner = await sharp(await sharp(png).extract({ left: 0, top: 0, width: 8, height: 8 }).toBuffer()).stats()
    t.ok(
      corner.channels.slice(0, 3).every((channel) => channel.mean > 220),
      'on a light backdrop',
    )
  }
})

t.test('a rigged garment renders like the same garment without joints', async (t) => {
  const garment = { segments: 24, textureSize: 64 }
  const rig = { armatureScale: 0.01, isArmatureTurned: true, metresPerUnit: 0.01 }
  const [plain, rigged] = await Promise.all([makeDress(garment), makeRigged(rig, garment)])
  const drawn = async (name: string, glb: Buffer) =>
    sharp((await preview(await store(name, glb))).get('detail') as Buffer)
      .removeAlpha()
      .raw()
      .toBuffer()
  const [one, other] = [await drawn('plain.glb', plain), await drawn('rigged.glb', rigged)]
  const differing = one.filter((value, i) => Math.abs(value - other[i]!) > 8).length
  t.ok(differing < one.length / 500, `${differing} of ${one.length} values differ`)
})

t.test('Q15 a model that names other addresses reaches none of them and renders without them', async (t) => {
  let hits = 0
  const outside = createServer((_, response) => {
    hits++
    response.end()
  })
  await once(outside.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  const json = makeTriangle((gltf) => {
    gltf.images = [{ uri: `${origin}/texture.png` }, { uri: 'model' }]
    gltf.textures = [{ source: 0 }, { source: 1 }]
    gltf.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, normalTexture: { index: 1 } }]
  })
  t.equal((await preview(await store('outside.gltf', json))).size, 1)
  const buffers = makeTriangle((gltf) => Object.assign(gltf, { buffers: [{ byteLength: 36, uri: `${origin}/b.bin` }] }))
  await t.rejects(preview(await store('buffers.gltf', buffers)), { code: 'PREPARATION_FAULT' })
  // The page itself is restricted too, in case one of our libraries requests another address.
  const ask = (page: Page) =>
    page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'reached',
          () => 'refused',
        ),
      `${origin}/x`,
    )
  const serving: ServePage = { bundle: 'page.bundle.js', files: [path.join(folder, 'outside.gltf')] }
  const server = await servePage(serving)
  await browser.run({ timeoutMs: 20_000 }, async (context) => {
    const page = await context.newPage()
    await page.goto(server.pageUrl)
    t.equal(await ask(page), 'refused', 'by the policy of the page')
  })
  server.close()
  await withPage(browser, { timeoutMs: 20_000 }, serving, async (page) => {
    // about:blank has no policy, and policies do not restrict navigation. So this tests the context's own restriction.
    await page.goto('about:blank')
    t.equal(await ask(page), 'refused', 'by the list of what the context may reach')
    await t.rejects(page.goto(`${origin}/x`), /ERR_FAILED/)
  })
  t.equal(hits, 0)
  outside.close()
})

t.test("reports a model's fault by its code, and the browser renders the next one", async (t) => {
  const pid = await browser.run({ timeoutMs: 60_000 }, async () => browser.pid())
  await t.rejects(preview(await store('noise.glb', 'glTF but not really')), {
    code: 'PREPARATION_FAULT',
    params: {},
    cause: String,
  })
  const empty = makeTriangle((gltf) => Object.assign(gltf, { nodes: [{}] }))
  await t.rejects(preview(await store('empty.gltf', empty)), { code: 'MODEL_EMPTY' })
  const clear = makeTriangle((gltf) => {
    gltf.materials = [{ alphaMode: 'BLEND', pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0] } }]
  })
  await t.rejects(preview(await store('clear.gltf', clear)), { code: 'MODEL_EMPTY' })
  t.equal((await preview(await store('next.glb', await makeGarment(4)))).size, 1)
  t.equal(browser.pid(), pid, 'Chromium was not started anew')
})
