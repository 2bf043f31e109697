import type { Work } from '@toile/contracts/works'
import { makePoorObjZip, makeWrongExport } from '@toile/testing/imperfect'
import { expect, type Page } from 'playwright/test'
import { publishFile } from './published.js'
import { test } from './test.js'

// What the page of a work says of its model: every figure and sentence, in both languages.

let wrong: Work
let poor: Work
test.beforeAll(async () => {
  test.setTimeout(180_000)
  const export3d = await makeWrongExport({ segments: 16, swing: true, colourways: ['Sand', 'Sea'] })
  wrong = await publishFile('Reported', export3d, 'garment.glb')
  poor = await publishFile('Reported as well', await makePoorObjZip(), 'dress.zip')
})

const report = (page: Page, title: string) => page.getByRole('region', { name: title })

/** Name and value of each figure. */
async function figures(page: Page, title: string, summary: string): Promise<Record<string, string>> {
  await report(page, title).getByText(summary).click()
  const rows = report(page, title).locator('dl > div')
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map(({ textContent }) => textContent)),
  )
  return Object.fromEntries(texts) as Record<string, string>
}
const sentences = (page: Page, title: string) => report(page, title).getByRole('listitem').allTextContents()

const kB = (bytes: number) => `${Math.round(bytes / 1024)} kB`

test('a wrong export and a poor one, in English', async ({ page }) => {
  const { originalBytes, bytes } = wrong.model!
  await page.goto(`/project/${wrong.id}`)
  expect(await figures(page, 'Model report', 'All figures')).toMatchObject({
    'Real size': '6,310 × 11,000 × 4,440 cm',
    Triangles: '1,024',
    Points: '561',
    'Parts drawn one by one': '1',
    Materials: '3',
    Textures: '2',
    'Graphics memory': '30 kB',
    'File size': `${kB(originalBytes!)}, ${kB(bytes)} on the web`,
    Animations: '1',
    Colourways: 'Sand, Sea',
    weave: '32 × 32 · 5 kB',
  })
  expect(await sentences(page, 'Model report')).toEqual([
    'The garment is 11,000 cm long. It was probably meant to be 110 cm: check the unit when you export.',
    'No UV map on 1 of 1 parts, so fabric cannot be laid on them. Unfold the pattern pieces before you export.',
    '100% of the surface is shaded from the wrong side. Recalculate the normals outwards.',
  ])
  await page.goto(`/project/${poor.id}`)
  const poorFigures = await figures(page, 'Model report', 'All figures')
  expect(poorFigures).toMatchObject({ 'Real size': '63.1 × 110 × 41 cm', Triangles: '576', Textures: '0' })
  expect(Object.keys(poorFigures), 'what it has none of is left out').not.toContain('Animations')
  expect(await sentences(page, 'Model report')).toEqual([
    'These textures did not come with the file: silk.png. Pack them with the model into one .zip and upload it again.',
    'The OBJ file was converted to glTF, which every browser can show. Your original is kept.',
    'The file does not say which unit it uses. Judged by the size of real clothes, its longest side of 110 units became 110 cm.',
  ])
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })
  test('the same', async ({ page }) => {
    const { originalBytes, bytes } = wrong.model!
    await page.goto(`/project/${wrong.id}`)
    expect(await figures(page, '模型报告', '全部数据')).toMatchObject({
      实际尺寸: '6,310 × 11,000 × 4,440 厘米',
      三角面: '1,024',
      顶点: '561',
      单独绘制的部件: '1',
      材质: '3',
      贴图: '2',
      显存占用: '30 kB',
      文件大小: `${kB(originalBytes!)}，网页版 ${kB(bytes)}`,
      动画: '1',
      配色: 'Sand, Sea',
    })
    expect(await sentences(page, '模型报告')).toEqual([
      '服装长 11,000 厘米，原本可能是 110 厘米。请检查导出时的单位。',
      '1 个部件中有 1 个没有 UV，无法贴面料。请展开板片 UV 后再导出。',
      '100% 的表面法线方向有误，请重新计算朝外的法线。',
    ])
    await page.goto(`/project/${poor.id}`)
    await expect(report(page, '模型报告')).toBeVisible()
    expect(await sentences(page, '模型报告')).toEqual([
      '以下贴图没有随文件上传：silk.png。请与模型一起打包成 .zip 后重新上传。',
      'OBJ 文件已转换为浏览器通用的 glTF，原文件会保留。',
      '文件没有注明单位。参照真实服装的尺寸，最长边 110 个单位按 110 厘米处理。',
    ])
  })
})
