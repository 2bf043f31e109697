import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'

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

/** What a creator would write, in each language. */
const words = {
  'en-US': {
    title: 'Borrowed shirt, second fitting',
    intro: 'Poplin, a curved hem, and half a size up.',
    tag: 'poplin',
  },
  'zh-CN': { title: '借来的衬衫，二次试身', intro: '府绸面料，弧形下摆，放大半码。', tag: '府绸' },
}

/** Takes every picture in these colours and this language: home, work, upload, stages. `garment` is a file to upload. */
export async function takePictures(
  browser: Browser,
  {
    url,
    folder,
    password,
    garment,
    looks,
  }: Record<'url' | 'folder' | 'password' | 'garment', string> & { looks: Looks },
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
  const file = { name: 'shirt.glb', mimeType: 'model/gltf-binary', buffer: await readFile(garment) }
  await page.locator('main input[type=file]').setInputFiles(file)
  const { title, intro, tag } = words[looks.locale]
  await page.locator('[name=title]').fill(title)
  await page.locator('[name=intro]').fill(intro)
  await page.locator('fieldset label').nth(1).click()
  await page.locator('.tags input').fill(tag)
  await page.keyboard.press('Enter')
  await page.locator('[data-stage="processed"][data-state="done"]').waitFor({ timeout: 180_000 })
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
