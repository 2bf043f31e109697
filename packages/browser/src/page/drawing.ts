// This file renders only a few samples per call, so that the caller can stop between two calls.
import { defaultAppearance, type Appearance } from '@toile/contracts/models/appearance.constants'
import { RENDER_PREVIEW_SIDE_PX } from '@toile/contracts/renders/renders.constants'
import type { Stage } from '@toile/scene/stage'
import { createStudio, type Studio } from '@toile/scene/studio'
import type { Drawing } from '../drawings.js'
import { canvasToBase64 } from './base64.js'

export interface DrawingOnPage {
  /** Discards an unfinished earlier drawing. */
  start(drawing: Drawing): Promise<void>
  /** Renders samples `from` to `to` - 1, or as many as fit into `budgetMs`, at least one. @returns the next sample */
  sample(from: number, to: number, budgetMs: number): number
  readSmall(): Promise<string>
  read(): Promise<string>
}

export function createDrawing(stage: Stage, canvas: HTMLCanvasElement): DrawingOnPage {
  let studio: Studio | undefined
  let applied: { appearance: Appearance; json: string } | undefined
  let drawing: Drawing | undefined

  const show = () => {
    if (drawing?.samples) studio?.show()
    else stage.render()
  }
  return {
    async start(asked) {
      const { width, height, tile, camera, samples } = asked
      studio?.end()
      drawing = asked
      stage.resize(width, height, tile)
      const appearance = { ...defaultAppearance, ...asked.appearance }
      const json = JSON.stringify(appearance)
      // The stage compares the parts of appearances by identity, and would apply equal parts of a new object again.
      if (applied?.json !== json) applied = { appearance, json }
      await stage.applyAppearance(applied.appearance)
      if ('position' in camera) stage.place(camera)
      else stage.frame(camera)
      if (!samples) return
      studio ??= createStudio(stage)
      studio.start({ width, height, tile, lighting: appearance.lighting })
    },
    sample(from, to, budgetMs) {
      const end = performance.now() + budgetMs
      let next = from
      do studio?.add(next++)
      while (next < to && performance.now() < end)
      return next
    },
    async readSmall() {
      show()
      const scale = Math.min(1, RENDER_PREVIEW_SIDE_PX / Math.max(canvas.width, canvas.height))
      const small = document.createElement('canvas')
      small.width = Math.max(1, Math.round(canvas.width * scale))
      small.height = Math.max(1, Math.round(canvas.height * scale))
      const context = small.getContext('2d') as CanvasRenderingContext2D
      context.imageSmoothingQuality = 'high'
      context.drawImage(canvas, 0, 0, small.width, small.height)
      return await canvasToBase64(small, 'image/webp')
    },
    async read() {
      show()
      const png = await canvasToBase64(canvas, 'image/png')
      studio?.end()
      // A lost context renders blank pictures without an error.
      if (canvas.getContext('webgl2')?.isContextLost()) throw new Error('the graphics context was lost')
      return png
    },
  }
}
