import { expect, type Page } from 'playwright/test'
import sharp from 'sharp'

const CENTER = '/backgroundAdmin/activityCenter'
/** Pasted content. Only allowed formatting may be kept, and no script may run. */
const HOSTILE = `<h2 onclick="bad=1">Out of bounds</h2><p style="position:fixed">No <b>wax</b>.<script>bad=1</script>
  <img src="x" onerror="bad=1"><a href="javascript:bad=1">More</a><iframe src="javascript:top.bad=1"></iframe></p>`

/** Lists formatting, pictures and hostile parts of a text in order, each with its address, description or text. */
export const partsOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluate((text) =>
      [
        ...text.querySelectorAll(
          'h2, h3, li, a, strong, img:not(.ProseMirror-separator), script, iframe, [style], [onclick]',
        ),
      ].map((part) => [part.localName, part.getAttribute('href') ?? part.getAttribute('alt') ?? part.textContent]),
    )

async function writeRules(page: Page): Promise<void> {
  const text = page.getByRole('textbox', { name: 'Rules' })
  const tools = page.getByRole('toolbar', { name: 'Formatting: Rules' })
  await text.click()
  await tools.getByRole('button', { name: 'Heading', exact: true }).click()
  await page.keyboard.type('The brief')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Bulleted list', exact: true }).click()
  await page.keyboard.type('Water runs off it')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByLabel('URL').fill('www.example.org/rain')
  await page.getByRole('button', { name: 'Set link' }).click()
  await expect(text).toBeFocused()
  // An empty item ends the list.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tools.getByRole('button', { name: 'Image', exact: true }).click()
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  await page.getByTestId('inline-file').setInputFiles({ name: 'rain.png', mimeType: 'image/png', buffer })
  await page.getByLabel('Image description').fill('Rain on cloth')
  await page.getByRole('button', { name: 'Insert' }).click()
  await expect(text.getByRole('img', { name: 'Rain on cloth' })).toBeVisible()
  await text.evaluate((element, html) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', html)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, HOSTILE)
  await expect(text).toContainText('Out of bounds')
  expect(await page.evaluate(() => 'bad' in window)).toBe(false)
}

/**
 * Creates and announces an activity, after trying a wrong sum of prizes.
 * @returns its id and the parts that its rules have in the editor
 */
export async function createActivity(page: Page, { title, juror }: { title: string; juror: string }) {
  await page.goto(CENTER)
  await page.getByRole('link', { name: 'New activity' }).click()
  await expect(page.getByRole('heading', { name: 'New activity' })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page
    .getByRole('textbox', { name: 'Summary', exact: true })
    .fill('One garment that keeps its line when it is wet.')
  await writeRules(page)
  await page.getByLabel('Time zone').fill('Shanghai')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/GMT\+8\. Your time: /).first()).toBeVisible()
  await page.getByLabel('Prize money').fill('1000')
  await page.getByLabel('Prize 1', { exact: true }).fill('First prize')
  await page.getByLabel('Amount of prize 1').fill('700')
  await page.getByRole('button', { name: 'Add prize' }).click()
  await page.getByLabel('Prize 2', { exact: true }).fill('Second prize')
  await page.getByLabel('Amount of prize 2').fill('200.00')
  await expect(page.getByText('€900 of €1,000 allocated')).toBeVisible()
  await page.getByLabel('Criterion 1', { exact: true }).fill('Line')
  await page.getByLabel('Weight of criterion 1').fill('75')
  await page.getByRole('button', { name: 'Add criterion' }).click()
  await page.getByLabel('Criterion 2', { exact: true }).fill('Cloth')
  await page.getByLabel('Weight of criterion 2').fill('25')
  await page.getByLabel('Find users by name').fill(juror)
  await page.getByRole('list', { name: 'Users found' }).getByRole('button').first().click()
  await page.getByLabel('Entries per participant').fill('2')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText('The prizes must add up to the prize money.')).toBeVisible()
  await page.getByLabel('Amount of prize 2').fill('300')
  const rules = await partsOf(page, '.rich-text-area >> nth=1')
  await page.getByRole('button', { name: 'Create activity' }).click()
  await expect(page.getByText('Not announced')).toBeVisible()
  await page.getByRole('button', { name: 'Announce now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Announce now' }).click()
  await expect(page.locator('.phase-chip')).toHaveText('Upcoming')
  return { id: new URL(page.url()).searchParams.get('id')!, rules }
}

export async function giveAward(page: Page, id: string, shown: readonly RegExp[]): Promise<void> {
  await page.goto(`${CENTER}?id=${id}`)
  await page.getByRole('button', { name: 'Award prizes' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveText([...shown])
  await dialog.getByRole('button', { name: 'Award prizes' }).click()
  await expect(page.getByRole('heading', { name: 'Prizes awarded' })).toBeVisible()
}
