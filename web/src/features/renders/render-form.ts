import {
  cameraPresets,
  type Background,
  type Camera,
  type CameraPreset,
  type LightingName,
  type Look,
} from '@toile/contracts/looks.constants'
import type { Render, RenderInput } from '@toile/contracts/renders'
import {
  defaultRenderLighting,
  maxFrameSidePx,
  renderFrames,
  renderNameLength,
  renderSamples,
  renderSide,
  renderSizes,
  type RenderEngine,
  type RenderSize,
  type RenderType,
} from '@toile/contracts/renders.constants'

/** `kept` stands for a camera that is not one of the named sides: the viewer's, or the one of the render before. */
export type Side = 'kept' | CameraPreset

/** What the dialog holds; numbers are as they were typed. */
export interface RenderForm {
  name: string
  type: RenderType
  size: RenderSize | 'custom'
  width: string
  height: string
  engine: RenderEngine
  samples: number
  frames: string
  side: Side
  views: Side[]
  kept: Camera | null
  background: 'studio' | 'transparent' | 'colour'
  colour: string
  lighting: LightingName
  lightingRotation: number
  exposure: number
  colourway: string
  animation: Look['animation']
  /** Part of the picture that the garment may fill; only where one was asked for. */
  margin: number | undefined
  approveAfterScout: boolean
}

export const qualities = { draft: 8, good: 32, best: 128 } as const
export type Quality = keyof typeof qualities
export const qualityNames = Object.keys(qualities) as Quality[]

const sides: CameraPreset[] = ['front', 'left', 'back', 'threeQuarter']

/** A first still as the viewer shows it: that camera, that look. Without a viewer, from the three-quarter side. */
export function formOfLook(name: string, kept: Camera | null, look: Look | null): RenderForm {
  return {
    name: [...name].slice(0, renderNameLength.max).join(''),
    type: 'still',
    size: 'detail',
    ...sizeFields(renderSizes.detail),
    engine: 'studio',
    samples: renderSamples.studio,
    frames: `${renderFrames.default}`,
    side: kept ? 'kept' : 'threeQuarter',
    views: sides,
    kept,
    ...backgroundFields(look?.background ?? 'theme'),
    lighting: look?.lighting ?? defaultRenderLighting,
    lightingRotation: look?.lightingRotation ?? 0,
    exposure: look?.exposure ?? 0,
    colourway: look?.colourway ?? '',
    animation: look?.animation ?? null,
    margin: undefined,
    approveAfterScout: false,
  }
}

/** A render's settings once more, to be changed. */
export function formOfRender({ name, settings }: Pick<Render, 'name' | 'settings'>): RenderForm {
  const { width, height, camera, cameras = [], views = [] } = settings
  const [preset] = Object.entries(renderSizes).find(([, size]) => size.width === width && size.height === height) ?? []
  const side = sideOf(camera)
  const kept = side === 'kept' ? (camera ?? null) : (cameras[0] ?? null)
  const { animationTime, animationClip = 0 } = settings
  return {
    ...formOfLook(name, kept, null),
    type: settings.type,
    size: (preset as RenderSize | undefined) ?? 'custom',
    ...sizeFields(settings),
    engine: settings.engine,
    samples: settings.samples ?? renderSamples.studio,
    frames: `${settings.frames ?? renderFrames.default}`,
    side,
    views: views.length + cameras.length === 0 ? sides : [...(cameras.length > 0 ? ['kept' as const] : []), ...views],
    ...backgroundFields(settings.background ?? 'studio'),
    lighting: settings.lighting ?? defaultRenderLighting,
    lightingRotation: settings.lightingRotation ?? 0,
    exposure: settings.exposure ?? 0,
    colourway: settings.colourway ?? '',
    animation: animationTime === undefined ? null : { clip: animationClip, seconds: animationTime },
    margin: settings.margin,
  }
}

/** What is asked of the server. */
export function inputOf(form: RenderForm, source: RenderInput['source']): RenderInput {
  const { type, engine, kept } = form
  const turns = type === 'turntable' || type === 'spin'
  const named = form.views.filter((side): side is CameraPreset => side !== 'kept')
  return {
    source,
    type,
    engine,
    width: Number(form.width),
    height: Number(form.height),
    ...(engine !== 'preview' && { samples: form.samples }),
    ...(turns && { frames: Number(form.frames) }),
    ...(type !== 'views' && { camera: cameraOf(form.side, kept) }),
    ...(type === 'views' && { views: named, ...(form.views.includes('kept') && kept && { cameras: [kept] }) }),
    background: form.background === 'colour' ? form.colour : form.background,
    lighting: form.lighting,
    lightingRotation: form.lightingRotation,
    exposure: form.exposure,
    ...(form.colourway && { colourway: form.colourway }),
    ...(form.animation && { animationTime: form.animation.seconds, animationClip: form.animation.clip }),
    ...(form.margin !== undefined && { margin: form.margin }),
    ...(form.approveAfterScout && { approveAfterScout: true }),
    ...(form.name.trim() && { name: form.name.trim() }),
  }
}

export type FormProblem = 'width' | 'height' | 'frames' | 'views'

/** What the server would refuse, told at once by the fields that are wrong. */
export function problemsOf({ type, width, height, frames, views }: RenderForm): FormProblem[] {
  const { most } = sideLimits(type)
  const isWrong = (value: string, min: number, max: number) =>
    !/^\d+$/.test(value) || Number(value) < min || Number(value) > max
  const turns = type === 'turntable' || type === 'spin'
  return [
    ...(isWrong(width, renderSide.minPx, most) ? ['width' as const] : []),
    ...(isWrong(height, renderSide.minPx, most) ? ['height' as const] : []),
    ...(turns && isWrong(frames, renderFrames.min, renderFrames.max) ? ['frames' as const] : []),
    ...(type === 'views' && views.length === 0 ? ['views' as const] : []),
  ]
}

/** Pixels that a side may have. */
export function sideLimits(type: RenderType): { least: number; most: number } {
  const turns = type === 'turntable' || type === 'spin'
  return { least: renderSide.minPx, most: turns ? maxFrameSidePx : renderSide.maxPx }
}

/** The named sizes that a type can have. */
export function sizesFor(type: RenderType): RenderSize[] {
  const { most } = sideLimits(type)
  return (Object.keys(renderSizes) as RenderSize[]).filter(
    (size) => Math.max(renderSizes[size].width, renderSizes[size].height) <= most,
  )
}

export function sizeFields({ width, height }: { width: number; height: number }) {
  return { width: `${width}`, height: `${height}` }
}

function backgroundFields(background: Background | string): Pick<RenderForm, 'background' | 'colour'> {
  if (background === 'transparent') return { background, colour: '#ffffff' }
  if (background.startsWith('#')) return { background: 'colour', colour: background }
  return { background: 'studio', colour: '#ffffff' }
}

function cameraOf(side: Side, kept: Camera | null): RenderInput['camera'] {
  return side === 'kept' ? (kept ?? undefined) : { ...cameraPresets[side] }
}

/** The named side that a camera stands at; `kept` for any other. */
export function sideOf(camera: Camera | undefined): Side {
  if (!camera) return 'threeQuarter'
  if ('position' in camera) return 'kept'
  const names = Object.keys(cameraPresets) as CameraPreset[]
  const name = names.find(
    (one) => cameraPresets[one].azimuth === camera.azimuth && cameraPresets[one].elevation === camera.elevation,
  )
  return name && camera.fov === undefined && camera.margin === undefined ? name : 'kept'
}
