import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser, type Page } from 'playwright'
import sharp from 'sharp'
import { signIn } from './sign-in.js'

/** Limit per picture, which keeps the README fast and the repository small. */
const MAX_BYTES = 150_000
const window = { width: 1440, height: 900 }

interface Looks {
  colorScheme: 'light' | 'dark'
  locale: 'en-US' | 'zh-CN'
}

/** The processor draws WebGL, so no graphics card is needed. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
}

const words = {
  'en-US': {
    title: 'Borrowed shirt, second fitting',
    intro: 'Poplin, a curved hem, and half a size up.',
    tag: 'poplin',
  },
  'zh-CN': { title: '男友风衬衫，第二次试身', intro: '府绸面料，弧形下摆，偏大半码。', tag: '府绸' },
}

interface Taken {
  url: string
  folder: string
  passwords: Record<'creator' | 'admin', string>
  garment: string
  looks: Looks
}

/** Saves home, work, upload and stages in every look, but the other pages only in light English and dark Chinese. */
export async function takePictures(browser: Browser, { url, folder, passwords, garment, looks }: Taken): Promise<void> {
  const open = () => browser.newContext({ viewport: window, reducedMotion: 'reduce', ...looks })
  const context = await open()
  const name = (screen: string) => `${screen}-${looks.locale === 'zh-CN' ? 'zh' : 'en'}`
  const keep = async (page: Page, screen: string) => {
    await settled(page)
    await save(await page.screenshot(), path.join(folder, looks.colorScheme, `${name(screen)}.webp`))
  }
  const isShownWhole = (looks.colorScheme === 'light') === (looks.locale === 'en-US')
  const places = await findPlaces(url)
  const keepAll = async (page: Page, who: keyof typeof places) => {
    for (const place of isShownWhole ? places[who] : []) {
      await page.goto(url + place.path)
      await keep(page, place.name)
    }
  }
  const page = await context.newPage()
  await page.goto(url)
  await keep(page, 'home')
  await page.locator('.tile-title a').first().click()
  await page.locator('.work-stage img').waitFor()
  await keep(page, 'work')
  await keepAll(page, 'visitor')

  await signIn(page, url, 'creator@toile.local', passwords.creator)
  await page.goto(`${url}/upload`)
  await keep(page, 'upload')
  const covered = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && /"coverId":"/.test(answer.request().postData() ?? ''),
    { timeout: 300_000 },
  )
  const file = { name: 'shirt.glb', mimeType: 'model/gltf-binary', buffer: await readFile(garment) }
  await page.locator('main input[type=file]').setInputFiles(file)
  const { title, intro, tag } = words[looks.locale]
  await page.locator('[name=title]').fill(title)
  await page.locator('[name=intro]').fill(intro)
  await page.locator('main .choice input[type=checkbox]').nth(1).check()
  await page.locator('.tags input').fill(tag)
  await page.keyboard.press('Enter')
  await page.locator('[data-stage="processed"][data-state="done"]').waitFor({ timeout: 180_000 })
  await keep(page, 'stages')
  // Waits for the cover, because the draft shows it and the next look's upload must not queue behind this upload.
  await covered
  await keepAll(page, 'creator')
  await context.close()

  const backstage = await open()
  const desk = await backstage.newPage()
  await signIn(desk, url, 'admin@toile.local', passwords.admin)
  await keepAll(desk, 'administrator')
  await backstage.close()
}

/** Waits until texts, fonts and visible pictures have loaded. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => {
    await document.fonts.ready
    const shown = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)))
  })
}

/** Saves a WebP of the highest quality from 50 to 90, in steps of 10, that fits into MAX_BYTES. Throws if none fits. */
async function save(png: Buffer, file: string): Promise<void> {
  for (let quality = 90; quality >= 50; quality -= 10) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer()
    if (webp.length > MAX_BYTES) continue
    await writeFile(file, webp)
    console.log(`  ${file.split(path.sep).slice(-2).join('/')}  ${Math.round(webp.length / 1_000)} kB`)
    return
  }
  throw new Error(`${file} does not fit into ${MAX_BYTES} bytes`)
}

interface Place {
  name: string
  path: string
}

async function findPlaces(url: string): Promise<Record<'visitor' | 'creator' | 'administrator', Place[]>> {
  const first = async <T>(list: string) =>
    ((await (await fetch(`${url}/${list}?limit=1`)).json()) as { items: T[] }).items[0]!
  const work = await first<{ creator: { id: string } }>('works')
  const activity = await first<{ id: string }>('activities')
  return {
    visitor: [
      { name: 'creators', path: '/creators' },
      { name: 'creator', path: `/creators/personalPage?id=${work.creator.id}` },
      { name: 'activities', path: '/activity' },
      { name: 'activity', path: `/activity/activityDetail?id=${activity.id}` },
      { name: 'learning', path: '/learning' },
      { name: 'market', path: '/static/official-market' },
      { name: 'sign-in', path: '/login/signin' },
    ],
    creator: [
      { name: 'my-works', path: '/admin/works?tab=draft' },
      { name: 'notifications', path: '/admin/notification' },
    ],
    administrator: [
      { name: 'backstage', path: '/backgroundAdmin' },
      { name: 'backstage-works', path: '/backgroundAdmin/operatingCenter/worksList?state=released' },
      { name: 'queues', path: '/backgroundAdmin/queues' },
    ],
  }
}
