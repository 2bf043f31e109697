import { createHash } from 'node:crypto'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { renderPreviews } from '@toile/browser/previews'
import { imageSizes } from '@toile/contracts/images/images.constants'
import { renderImage } from '@toile/media/images/render'
import { guardModel } from '@toile/media/models/guard/guard'
import { makeLevels } from '@toile/media/models/levels/levels'
import { openModel } from '@toile/media/models/open'
import { serveBaseline } from './baseline.js'

// Baseline of model.ts: Toile's library calls, without queue, rows, child processes or dropped privileges.

const cover = {
  name: 'cover',
  width: imageSizes.cover.width * 2,
  height: imageSizes.cover.height * 2,
  margin: 0.8,
}
const detail = { name: 'detail', ...imageSizes.detail, margin: 0.84 }
const limits = { timeoutMs: 300_000 }

await serveBaseline<{ file: string; folder: string }>(async (browser, { file, folder }) => {
  const bytes = readFileSync(file)
  createHash('sha256').update(bytes).digest()
  const { model } = await openModel(openSync(file, 'r'), 'glb', 'model.glb')
  if ('format' in model) throw new Error(`${file} is no glTF`)
  await guardModel(model)
  const originalBytes = bytes.length
  const levels = await makeLevels(model, { source: undefined, isOneFile: true, originalBytes, progress: () => {} })
  for (const name of ['web', 'preview', 'ar'] as const)
    if (levels[name]) writeFileSync(path.join(folder, `${name}.glb`), levels[name])
  const modelPath = path.join(folder, 'web.glb')
  const pictures = await renderPreviews(browser, { modelPath, captures: [cover, detail], ...limits })
  for (const purpose of ['cover', 'detail'] as const) {
    const png = path.join(folder, `${purpose}.png`)
    writeFileSync(png, pictures.get(purpose)!)
    await renderImage(openSync(png, 'r'), { purpose, crop: null, folder })
  }
})
