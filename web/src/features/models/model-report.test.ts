import { createElement } from 'react'
import t from '@toile/testing/tap'
import type { ModelFacts } from '@toile/contracts/models/models'
import { htmlOf, startWords, textsOf } from '../../lib/react.test-support.js'
import { ModelReport } from './ModelReport.js'

// Tests the texts of the report in both languages. workers/uploads/src/report.test.ts tests the findings themselves.

await startWords()

const wrong: ModelFacts = {
  triangles: 1_024,
  vertices: 561,
  drawCalls: 1,
  materials: 3,
  textures: [
    { name: 'weave', mimeType: 'image/webp', bytes: 300, widthPx: 32, heightPx: 32, gpuBytes: 5_461 },
    { name: '', mimeType: 'image/webp', bytes: 900, widthPx: 64, heightPx: 64, gpuBytes: 25_259 },
  ],
  gpuBytes: 30_720,
  widthMetres: 63.1,
  heightMetres: 110,
  depthMetres: 44.4,
  animations: [{ name: 'Swing', durationSeconds: 1 }],
  colourways: ['Sand', 'Sea'],
  findings: [
    { code: 'wrongScale', params: { sizeCm: 11_000, likelyCm: 110 } },
    { code: 'noUvs', params: { parts: 1, all: 1 } },
    { code: 'normalsFlipped', params: { percent: 100 } },
  ],
} as ModelFacts
const poor: ModelFacts = {
  ...wrong,
  textures: [],
  animations: [],
  colourways: [],
  findings: [
    { code: 'converted', params: { format: 'OBJ' } },
    { code: 'unitFromSize', params: { length: 110, centimetres: 110 } },
    { code: 'texturesMissing', params: { names: 'silk.png', count: 1 } },
  ],
} as ModelFacts

async function reportOf(language: 'en' | 'zh-CN', facts: ModelFacts) {
  const html = await htmlOf(createElement(ModelReport, { facts, bytes: 10_240, originalBytes: 20_480 }), language)
  const [names, values] = [textsOf(html, 'dt'), textsOf(html, 'dd')]
  return {
    title: textsOf(html, 'h2')[0],
    sentences: textsOf(html, 'li'),
    figures: Object.fromEntries(names.map((name, i) => [name, values[i]])),
  }
}

t.test('reports a wrong export and a poor one in English', async (t) => {
  const { title, figures, sentences } = await reportOf('en', wrong)
  t.equal(title, 'Model check')
  t.strictSame(figures, {
    'Real size': '6,310 × 11,000 × 4,440 cm',
    Triangles: '1,024',
    Vertices: '561',
    'Draw calls': '1',
    Materials: '3',
    Textures: '2',
    'Graphics memory': '30 kB',
    'File size': '20 kB, 10 kB on the web',
    Animations: '1',
    Colourways: 'Sand, Sea',
    weave: '32 × 32 · 5 kB',
    'Texture 2': '64 × 64 · 25 kB',
  })
  t.strictSame(sentences, [
    'The garment is 11,000 cm long. It was probably meant to be 110 cm: check the export unit.',
    '1 of 1 parts have no UV map, so they can’t be textured. Unwrap the pattern pieces before you export.',
    '100% of the surface has normals that face inwards. Recalculate the normals outwards.',
  ])
  const other = await reportOf('en', poor)
  t.notOk('Animations' in other.figures, 'what it has none of is left out')
  t.strictSame(other.sentences, [
    'These textures are missing: silk.png. Pack them with the model into one .zip and upload it again.',
    'The OBJ file was converted to glTF, which every browser can show. Your original is kept.',
    'The file doesn’t state its unit. Based on the size of real clothes, its longest side of 110 units is taken as 110 cm.',
  ])
})

t.test('reports the same in Chinese', async (t) => {
  const { title, figures, sentences } = await reportOf('zh-CN', wrong)
  t.equal(title, '模型检查')
  t.hasStrict(figures, {
    实际尺寸: '6,310 × 11,000 × 4,440 厘米',
    三角面: '1,024',
    顶点: '561',
    绘制调用: '1',
    材质: '3',
    贴图: '2',
    显存占用: '30 kB',
    文件大小: '20 kB，网页版 10 kB',
    动画: '1',
    配色: 'Sand, Sea',
  })
  t.strictSame(sentences, [
    '服装长 11,000 厘米，原本可能是 110 厘米。请检查导出时的单位。',
    '1 个部件中有 1 个没有 UV，无法贴面料。请展开板片 UV 后再导出。',
    '100% 的表面法线朝内，请重新计算朝外的法线。',
  ])
  t.strictSame((await reportOf('zh-CN', poor)).sentences, [
    '缺少以下贴图：silk.png。请与模型一起打包成 .zip 后重新上传。',
    'OBJ 文件已转换为浏览器通用的 glTF，原文件会保留。',
    '文件没有注明单位。参照真实服装的尺寸，最长边 110 个单位按 110 厘米处理。',
  ])
})
