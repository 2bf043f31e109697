// This file runs inside headless Chromium. It takes all pictures of one model in one WebGL context, because each new
// context compiles its shaders again (about 2 s on a CPU).
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

function prepareLight(name: LightingName): string {
  return bytesToBase64(readSurroundingsOf(canvas, name))
}

/** Puts the model on the stage with the lights `lit`. Returns the model's fault, if any. Throws if the server fails. */
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
  const lights = await fetch(lightsUrl)
  if (!lights.ok) throw new Error(`the light could not be fetched: ${lights.status}`)
  const surroundings = preparedSurroundings(lit, new Uint8Array(await lights.arrayBuffer()))
  stage = createStage({ canvas, width: 256, height: 256, pixelRatio: 1, theme: 'light', surroundings })
  stage.show(model)
  stage.frame()
  return stage.isModelVisible() ? { ok: true } : { ok: false, reason: 'empty' }
}

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
  // A lost context renders blank pictures without an error.
  if (canvas.getContext('webgl2')?.isContextLost()) throw new Error('the graphics context was lost')
  return pictures
}

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
