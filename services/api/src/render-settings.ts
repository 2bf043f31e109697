import { createHash } from 'node:crypto'
import { invalidInput, type FieldProblem } from '@toile/contracts/errors'
import {
  cameraPresets,
  defaultAppearance,
  type Background,
  type Camera,
  type Appearance,
} from '@toile/contracts/models/appearance.constants'
import type { ModelFacts } from '@toile/contracts/models/models'
import type { RenderSettings } from '@toile/contracts/renders/render-plan'
import type { RenderInput } from '@toile/contracts/renders/renders'
import {
  defaultViews,
  MAX_FRAME_SIDE_PX,
  MAX_RENDER_VIEWS,
  renderFrames,
  renderSamples,
} from '@toile/contracts/renders/renders.constants'

/** Raise this number when equal settings render differently than before. The new number invalidates cached pictures. */
const RECIPE_VERSION = 1

export function settingsOf(input: RenderInput, facts: Pick<ModelFacts, 'colourways' | 'animations'>): RenderSettings {
  const problems: Record<string, FieldProblem[]> = {}
  const turns = input.type === 'turntable' || input.type === 'spin'
  if (turns)
    for (const side of ['width', 'height'] as const)
      if (input[side] > MAX_FRAME_SIDE_PX)
        problems[side] = [{ code: 'FIELD_TOO_LARGE', params: { max: MAX_FRAME_SIDE_PX } }]
  if (input.colourway !== undefined && !facts.colourways.includes(input.colourway))
    problems['colourway'] = [{ code: 'FIELD_INVALID' }]
  const clip = input.animationClip ?? 0
  const isPosed = input.animationTime !== undefined || input.animationClip !== undefined
  if (isPosed && !facts.animations[clip]) problems['animationTime'] = [{ code: 'FIELD_INVALID' }]
  const cameras = camerasOf(input)
  if (cameras.some(isBlind)) problems['camera'] = [{ code: 'FIELD_INVALID' }]
  if (cameras.length > MAX_RENDER_VIEWS && !turns)
    problems['views'] = [{ code: 'FIELD_TOO_MANY', params: { max: MAX_RENDER_VIEWS } }]
  if (Object.keys(problems).length > 0) throw invalidInput(problems)

  const look: Appearance = {
    ...defaultAppearance,
    lighting: input.lighting ?? defaultAppearance.lighting,
    lightingRotation: input.lightingRotation ?? 0,
    exposure: input.exposure ?? 0,
    background: backgroundOf(input.background),
    colourway: input.colourway ?? null,
    animation: isPosed ? { clip, seconds: input.animationTime ?? 0 } : null,
  }
  // H.264 needs even sides.
  const even = (side: number) => (input.type === 'turntable' ? side - (side % 2) : side)
  return {
    type: input.type,
    engine: input.engine,
    width: even(input.width),
    height: even(input.height),
    samples: samplesOf(input),
    cameras,
    look,
  }
}

function samplesOf({ engine, samples }: RenderInput): number {
  return engine === 'preview' ? 1 : (samples ?? renderSamples[engine])
}

function backgroundOf(background = 'studio'): Background {
  if (background === 'studio') return 'theme'
  return background === 'transparent' ? background : (background.toLowerCase() as `#${string}`)
}

function camerasOf(input: RenderInput): Camera[] {
  const margin = input.margin === undefined ? {} : { margin: input.margin }
  const first: Camera = input.camera
    ? { ...('azimuth' in input.camera ? margin : {}), ...input.camera }
    : { ...cameraPresets.threeQuarter, ...margin }
  if (input.type === 'still') return [first]
  if (input.type === 'views') {
    const { cameras = [], views = cameras.length > 0 ? [] : defaultViews } = input
    return [...views.map((name) => ({ ...cameraPresets[name], ...margin })), ...cameras]
  }
  const frames = input.frames ?? renderFrames.default
  return Array.from({ length: frames }, (_, i) => turned(first, (360 * i) / frames))
}

/** Whether the camera stands at its own target. Such a camera has no direction. */
function isBlind(camera: Camera): boolean {
  return 'position' in camera && Math.hypot(...camera.position.map((x, i) => x - camera.target[i]!)) < 1e-3
}

/** Moves the camera to the right around the garment. */
function turned(camera: Camera, degrees: number): Camera {
  if ('azimuth' in camera) return { ...camera, azimuth: (camera.azimuth + degrees) % 360, allRound: true }
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const around = ([x, y, z]: [number, number, number]): [number, number, number] => [
    x * cos + z * sin,
    y,
    z * cos - x * sin,
  ]
  return { ...camera, position: around(camera.position), target: around(camera.target) }
}

export function renderCacheKey(settings: RenderSettings, sha256: string): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE_VERSION, sha256, settings]))
    .digest('hex')
}
