// Runs inside headless Chromium: draws one model into as many pictures as asked, all in one WebGL context, because each
// new context compiles its shaders anew (about 2 s on a processor).
import { defaultAppearance, type LightingName } from '@toile/contracts/models/appearance.constants'
import { readSurroundingsOf } from '@toile/scene/lights'
import { preparedSurroundings } from '@toile/scene/surroundings'
import { createStage, type Stage } from '@toile/scene/stage'
import { MeshoptDecoder } from '@toile/scene/meshopt'
import { EmptyModelError, loadModel, type LoadedModel } from '@toile/scene/model'
import type { Drawing } from '../drawings.js'
import type { PageResult, Capture } from '../captures.js'
import { createDrawing, type DrawingOnPage } from './drawing.js'
import { canvasToBase64, bytesToBase64 } from './base64.js'

const canvas = document.querySelector('canvas') as HTMLCanvasElement

let stage: Stage | undefined
let drawing: DrawingOnPage | undefined

/** Prepares a light that models stand in, as base64. */
function prepareLight(name: LightingName): string {
  return bytesToBase64(readSurroundingsOf(canvas, name))
}

/**
 * Loads the model at `modelUrl` and puts it on the stage, whose lights `lit` are there, prepared. Resolves with what is
 * wrong with it; throws on our faults.
 */
async function openModel(modelUrl: string, lightsUrl: string, lit: readonly LightingName[]): Promise<PageResult> {
  const response = await fetch(modelUrl)
  if (!response.ok) throw new Error(`the model could not be fetched: ${response.status}`)
  const bytes = await response.arrayBuffer()
  let model: LoadedModel
  try {
    model = await loadModel(bytes, MeshoptDecoder)
  } catch (error) {
    if (error instanceof EmptyModelError) return { ok: false, reason: 'empty' }
    return { ok: false, reason: 'damaged', detail: error instanceof Error ? error.message : String(error) }
  }
  const surroundings = preparedSurroundings(lit, new Uint8Array(await (await fetch(lightsUrl)).arrayBuffer()))
  stage = createStage({ canvas, width: 256, height: 256, pixelRatio: 1, theme: 'light', surroundings })
  stage.show(model)
  stage.frame()
  return stage.isModelVisible() ? { ok: true } : { ok: false, reason: 'empty' }
}

/** Takes pictures of the opened model: PNGs as base64 by the capture's name. */
async function takeCaptures(captures: Capture[]): Promise<[string, string][]> {
  if (!stage) throw new Error('open a model first')
  const pictures: [string, string][] = []
  for (const { name, width, height, appearance, ...view } of captures) {
    stage.resize(width, height)
    await stage.applyAppearance({ ...defaultAppearance, ...appearance })
    stage.frame(view)
    stage.render()
    pictures.push([name, await canvasToBase64(canvas, 'image/png')])
  }
  // A lost context draws nothing and says nothing: the pictures would be blank.
  if (canvas.getContext('webgl2')?.isContextLost()) throw new Error('the graphics context was lost')
  return pictures
}

/** What draws on the opened model's stage; see drawing.ts. */
function onStage(): DrawingOnPage {
  if (!stage) throw new Error('open a model first')
  return (drawing ??= createDrawing(stage, canvas))
}

Object.assign(globalThis, {
  prepareLight,
  openModel,
  takeCaptures,
  startDrawing: (asked: Drawing) => onStage().start(asked),
  drawSamples: (from: number, to: number, budgetMs: number) => onStage().sample(from, to, budgetMs),
  readSmall: () => onStage().readSmall(),
  readPicture: () => onStage().read(),
})
