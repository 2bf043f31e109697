import { cutText } from '@toile/contracts/cut-text'
import type { Camera, CameraPreset, LightingName, Appearance } from '@toile/contracts/models/appearance.constants'
import type { Render, RenderInput } from '@toile/contracts/renders/renders'
import {
  DEFAULT_RENDER_LIGHTING,
  defaultViews,
  renderFrames,
  renderNameLength,
  renderSamples,
  renderSizes,
  type RenderEngine,
  type RenderSize,
  type RenderType,
} from '@toile/contracts/renders/renders.constants'
import { isTurn } from './render-limits.js'
import { cameraOf, sideOf, type Side } from '../sides.js'

/** A number in a text field is kept as the text that was typed. */
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
  /** Cameras that show no named side. They come from the viewer, or from a render whose settings fill the form. */
  savedCameras: Camera[]
  background: 'studio' | 'transparent' | 'colour'
  colour: string
  lighting: LightingName
  lightingRotation: number
  exposure: number
  colourway: string
  animation: Appearance['animation']
  approveAfterScout: boolean
}

export const qualities = { draft: 8, good: 32, best: 128 } as const
export type Quality = keyof typeof qualities
export const qualityNames = Object.keys(qualities) as Quality[]

/** A still with the viewer's camera and appearance. Without a pose, it shows the three-quarter view. */
export function formOfAppearance(name: string, pose: Camera | null, appearance: Appearance | null): RenderForm {
  return {
    name: cutText(name, renderNameLength.max),
    type: 'still',
    size: 'detail',
    ...sizeFields(renderSizes.detail),
    engine: 'studio',
    samples: renderSamples.studio,
    frames: `${renderFrames.default}`,
    side: pose ? 'kept' : 'threeQuarter',
    views: [...defaultViews],
    savedCameras: pose ? [pose] : [],
    ...backgroundFields(appearance?.background),
    lighting: appearance?.lighting ?? DEFAULT_RENDER_LIGHTING,
    lightingRotation: appearance?.lightingRotation ?? 0,
    exposure: appearance?.exposure ?? 0,
    colourway: appearance?.colourway ?? '',
    animation: appearance?.animation ?? null,
    approveAfterScout: false,
  }
}

export function formOfRender({ name, settings }: Pick<Render, 'name' | 'settings'>): RenderForm {
  const { type, width, height, animationTime, animationClip = 0 } = settings
  const [preset] = Object.entries(renderSizes).find(([, size]) => size.width === width && size.height === height) ?? []
  const cameras = type === 'views' ? (settings.cameras ?? []) : settings.camera ? [settings.camera] : []
  const sides = [...(settings.views ?? []), ...cameras.map(sideOf)]
  const form = formOfAppearance(name, null, null)
  return {
    ...form,
    type,
    size: (preset as RenderSize | undefined) ?? 'custom',
    ...sizeFields(settings),
    engine: settings.engine,
    samples: settings.samples ?? form.samples,
    frames: `${settings.frames ?? renderFrames.default}`,
    side: type === 'views' ? form.side : (sides[0] ?? form.side),
    views: type === 'views' && sides.length > 0 ? [...new Set(sides)] : form.views,
    savedCameras: cameras.filter((camera) => sideOf(camera) === 'kept'),
    ...backgroundFields(settings.background),
    lighting: settings.lighting ?? form.lighting,
    lightingRotation: settings.lightingRotation ?? 0,
    exposure: settings.exposure ?? 0,
    colourway: settings.colourway ?? '',
    animation: animationTime === undefined ? null : { clip: animationClip, seconds: animationTime },
  }
}

export function inputOf(form: RenderForm, source: RenderInput['source']): RenderInput {
  const { type, engine, savedCameras, views } = form
  const named = views.filter((side): side is CameraPreset => side !== 'kept')
  const cameras = views.includes('kept') ? savedCameras : []
  return {
    source,
    type,
    engine,
    width: Number(form.width),
    height: Number(form.height),
    ...(engine !== 'preview' && { samples: form.samples }),
    ...(isTurn(type) && { frames: Number(form.frames) }),
    ...(type === 'views' ? { views: named, cameras } : { camera: cameraOf(form.side, savedCameras[0]) }),
    background: form.background === 'colour' ? form.colour : form.background,
    lighting: form.lighting,
    lightingRotation: form.lightingRotation,
    exposure: form.exposure,
    ...(form.colourway && { colourway: form.colourway }),
    ...(form.animation && { animationTime: form.animation.seconds, animationClip: form.animation.clip }),
    ...(form.approveAfterScout && { approveAfterScout: true }),
    ...(form.name.trim() && { name: form.name.trim() }),
  }
}

export function sizeFields({ width, height }: { width: number; height: number }) {
  return { width: `${width}`, height: `${height}` }
}

/** @param background from an appearance or from render settings; `theme` counts as `studio`, the studio's wall */
function backgroundFields(background = 'studio'): Pick<RenderForm, 'background' | 'colour'> {
  if (background === 'transparent') return { background, colour: '#ffffff' }
  if (background.startsWith('#')) return { background: 'colour', colour: background }
  return { background: 'studio', colour: '#ffffff' }
}
