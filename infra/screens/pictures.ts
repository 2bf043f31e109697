import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'
import { makeGarment } from '@toile/testing/garments'

/** So that a reader of the README does not wait, and the repository stays small. */
const MAX_BYTES = 150_000
const window = { width: 1440, height: 900 }

export interface Looks {
  colorScheme: 'light' | 'dark'
  locale: 'en-US' | 'zh-CN'
}

/** Opens the browser that pictures are taken with; WebGL is drawn by the processor. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
}

/** Takes every picture in these colours and this language: home, upload, stages, work. Signs in by the API's answer. */
export async function takePictures(
  browser: Browser,
  { url, folder, password, looks }: { url: string; folder: string; password: string; looks: Looks },
): Promise<void> {
  const context = await browser.newContext({ viewport: window, reducedMotion: 'reduce', ...looks })
  const name = (screen: string) => `${screen}-${looks.colorScheme}-${looks.locale === 'zh-CN' ? 'zh' : 'en'}`
  const keep = async (page: Page, screen: string) => {
    await settled(page)
    await save(await page.screenshot(), path.join(folder, `${name(screen)}.webp`))
  }
  const page = await context.newPage()
  await page.goto(url)
  await keep(page, 'home')
  await page.locator('.tile-title a').first().click()
  await page.locator('.work-stage img').waitFor()
  await keep(page, 'work')

  await page.goto(`${url}/login/signin`)
  await page.locator('input[autocomplete=username], input[name=login]').first().fill('creator@toile.local')
  await page.locator('input[type=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await page.waitForURL(`${url}/`)
  await page.goto(`${url}/upload`)
  await keep(page, 'upload')
  const buffer = await makeGarment({ segments: 96, textureSize: 1024, seed: 3 })
  await page.locator('input[type=file]').setInputFiles({ name: 'dress.glb', mimeType: 'model/gltf-binary', buffer })
  await page.locator('[data-stage="finished"][data-state="done"]').waitFor({ timeout: 120_000 })
  await keep(page, 'stages')
  // The next look's upload must not stand in line behind this one.
  await page.locator('[data-stage="ready_to_publish"][data-state="done"]').waitFor({ timeout: 180_000 })
  await context.close()
}

/** Words, typeface and pictures are there. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
    const shown = [...document.images].filter(({ loading }) => loading !== 'lazy')
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
  })
}

/** As WebP, in the best quality that fits. Throws when none does. */
async function save(png: Buffer, file: string): Promise<void> {
  for (let quality = 90; quality >= 50; quality -= 10) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > MAX_BYTES) continue
    await writeFile(file, webp)
    console.log(`  ${path.basename(file)}  ${Math.round(webp.length / 1_000)} kB`)
    return
  }
  throw new Error(`${file} does not fit into ${MAX_BYTES} bytes`)
}
