import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openModelOnStage, type ModelOnStage } from '@toile/browser/model-on-stage'
import { planRender, type RenderSettings } from '@toile/contracts/renders/render-plan'
import { assembleRender } from '@toile/media/renders/assemble'
import { findFfmpeg } from '@toile/media/videos/executable'
import { serveBaseline } from './baseline.js'

// This baseline of render.ts draws on one page, without queue, rows or store. The model stays loaded, as in a worker.

const limits = { timeoutMs: 300_000 }
let stage: ModelOnStage | undefined

await serveBaseline<{ settings: RenderSettings; modelPath: string; folder: string }>(async (browser, asked) => {
  const { settings, modelPath, folder } = asked
  stage ??= await openModelOnStage(browser, { modelPath, ...limits })
  const pieces = planRender(settings, 0).chunks.flatMap((chunk) => chunk.pieces)
  const drawn = []
  for (const piece of pieces) {
    const { width, height, picture, samples } = piece
    const drawing = { width, height, camera: settings.cameras[picture]!, appearance: settings.look, samples }
    const png = path.join(folder, `${piece.name}.png`)
    writeFileSync(png, await stage.draw(drawing, limits))
    drawn.push({ ...piece, path: png })
  }
  await assembleRender({ settings, pieces: drawn, workDir: folder, ffmpeg: findFfmpeg()?.ffmpeg })
})
