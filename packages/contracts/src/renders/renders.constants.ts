import type { LightingName } from '../models/appearance.constants.js'

export const renderTypes = ['still', 'views', 'turntable', 'spin'] as const
export type RenderType = (typeof renderTypes)[number]

/**
 * `preview` draws one sample per pixel and looks like the viewer. `studio` draws many samples with an area light, for
 * soft shadows and clean edges. `cycles` is Blender's path tracer and needs workers that have Blender.
 */
export const renderEngines = ['preview', 'studio', 'cycles'] as const
export type RenderEngine = (typeof renderEngines)[number]

export const renderStatuses = [
  'queued',
  'preparing',
  'rendering',
  'encoding',
  'finished',
  'failed',
  'cancelled',
] as const
export type RenderStatus = (typeof renderStatuses)[number]

/** Allowed transitions. Others are refused, so jobs may arrive twice or out of order. A retry leads to `queued`. */
export const renderArrows: Record<RenderStatus, readonly RenderStatus[]> = {
  queued: ['preparing', 'finished', 'failed', 'cancelled'],
  preparing: ['rendering', 'failed', 'cancelled'],
  rendering: ['encoding', 'failed', 'cancelled'],
  encoding: ['finished', 'failed', 'cancelled'],
  finished: [],
  failed: ['queued'],
  cancelled: ['queued'],
}
export const livingRenderStatuses = ['queued', 'preparing', 'rendering', 'encoding'] as const

export const renderNameLength = { min: 1, max: 80 }

export const renderSizes = {
  cover: { width: 308, height: 410 },
  banner: { width: 1920, height: 420 },
  detail: { width: 1724, height: 924 },
  '2k': { width: 2048, height: 2048 },
  '4k': { width: 3840, height: 2160 },
} as const
export type RenderSize = keyof typeof renderSizes

export const renderSide = { minPx: 64, maxPx: 4096 }
/** Maximum side of the pictures of turntables and spins, because larger ones do not play smoothly. */
export const MAX_FRAME_SIDE_PX = 1920
/** Larger pictures are drawn in tiles, so that drawing needs no memory for the whole picture. */
export const MAX_TILE_SIDE_PX = 2048

export const renderSamples = { min: 1, max: 256, studio: 32, cycles: 64 }
/** Pictures per full turn of a turntable or spin. */
export const renderFrames = { min: 8, max: 120, default: 36 }
export const TURNTABLE_FRAMES_PER_SECOND = 12
export const MAX_RENDER_VIEWS = 12
export const renderMargin = { min: 0.2, max: 1 }

export const defaultViews = ['front', 'left', 'back', 'threeQuarter'] as const

export const DEFAULT_RENDER_LIGHTING: LightingName = 'studio'

export const MAX_RENDER_RESTARTS = 5

export const SCOUT_ABOVE_SECONDS = 30
/** Longest side of the scout (a draft of the first picture). */
export const SCOUT_SIDE_PX = 480
/** Longest side of the pictures that show how far a render is. */
export const RENDER_PREVIEW_SIDE_PX = 480

// Limits for fair use. Costs are seconds of one worker.

/** In each turn, short renders go first, then the renders of users who used less worker time in this many days. */
export const FAIRNESS_DAYS = 7
export const MAX_RENDERS_PER_DAY = 200
/** Counts all requests, including those that an earlier render answers at no cost. */
export const MAX_REPEATED_RENDERS_PER_DAY = 1_000
export const MAX_RENDER_SECONDS_PER_DAY = 2 * 3600
/** Maximum expected cost of one render. The render can end sooner, because all workers share its chunks. */
export const MAX_RENDER_SECONDS = 3600
/** A new or retried render is refused if it and all other unfinished renders would together cost more than this. */
export const MAX_QUEUED_SECONDS = 24 * 3600
/** Drawn pieces of a failed or cancelled render are kept this long for a retry. */
export const PIECE_RETENTION_DAYS = 7
