import {
  MAX_FRAME_SIDE_PX,
  renderFrames,
  renderSide,
  renderSizes,
  type RenderSize,
  type RenderType,
} from '@toile/contracts/renders/renders.constants'
import type { RenderForm } from './render-form.js'

/** Whether a render of this type consists of pictures from one turn around the model. */
export function isTurn(type: RenderType): boolean {
  return type === 'turntable' || type === 'spin'
}

export function sideLimits(type: RenderType): { least: number; most: number } {
  return { least: renderSide.minPx, most: isTurn(type) ? MAX_FRAME_SIDE_PX : renderSide.maxPx }
}

export function sizesFor(type: RenderType): RenderSize[] {
  const { most } = sideLimits(type)
  return (Object.keys(renderSizes) as RenderSize[]).filter(
    (size) => Math.max(renderSizes[size].width, renderSizes[size].height) <= most,
  )
}

export type WrongField = 'width' | 'height' | 'frames' | 'views'

export function wrongFields({ type, width, height, frames, views }: RenderForm): WrongField[] {
  const { least, most } = sideLimits(type)
  const isWrong = (value: string, min: number, max: number) =>
    !/^\s*\d+\s*$/.test(value) || Number(value) < min || Number(value) > max
  const wrong: Record<WrongField, boolean> = {
    width: isWrong(width, least, most),
    height: isWrong(height, least, most),
    frames: isTurn(type) && isWrong(frames, renderFrames.min, renderFrames.max),
    views: type === 'views' && views.length === 0,
  }
  return (Object.keys(wrong) as WrongField[]).filter((field) => wrong[field])
}
