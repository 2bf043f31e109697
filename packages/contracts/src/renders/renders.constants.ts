import type { LightingName } from '../models/appearance.constants.js'

export const renderTypes = ['still', 'views', 'turntable', 'spin'] as const
export type RenderType = (typeof renderTypes)[number]

/**
 * `preview` draws one frame as the viewer does; `studio` the same scene many times over, with an area light: soft
 * shadows, clean edges; `cycles` is Blender's path tracer, where a worker has it.
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

/** All arrows there are, whatever is delivered twice or out of order. The last two go back when it is tried again. */
export const renderArrows: Record<RenderStatus, readonly RenderStatus[]> = {
  queued: ['preparing', 'finished', 'failed', 'cancelled'],
  preparing: ['rendering', 'failed', 'cancelled'],
  rendering: ['encoding', 'failed', 'cancelled'],
  encoding: ['finished', 'failed', 'cancelled'],
  finished: [],
  failed: ['queued'],
  cancelled: ['queued'],
}
/** Still to come to an end. */
export const livingRenderStatuses = ['queued', 'preparing', 'rendering', 'encoding'] as const

export const renderNameLength = { min: 1, max: 80 }

/** In pixels. */
export const renderSizes = {
  cover: { width: 308, height: 410 },
  banner: { width: 1920, height: 420 },
  detail: { width: 1724, height: 924 },
  '2k': { width: 2048, height: 2048 },
  '4k': { width: 3840, height: 2160 },
} as const
export type RenderSize = keyof typeof renderSizes

export const renderSide = { minPx: 64, maxPx: 4096 }
/** Of a turntable and of a spin: each frame is one picture, and a film of larger ones plays nowhere well. */
export const MAX_FRAME_SIDE_PX = 1920
/** A larger picture is drawn in parts of at most this side, so that no worker needs the memory of the whole. */
export const MAX_TILE_SIDE_PX = 2048

export const renderSamples = { min: 1, max: 256, studio: 32, cycles: 64 }
/** Of a turntable or a spin: pictures of one full turn. */
export const renderFrames = { min: 8, max: 120, default: 36 }
export const TURNTABLE_FRAMES_PER_SECOND = 12
export const MAX_RENDER_VIEWS = 12
/** Part of the picture's half width or height that the garment may reach. */
export const renderMargin = { min: 0.2, max: 1 }

/** Sides of a garment that `views` takes unless it is told other ones, in this order. */
export const defaultViews = ['front', 'left', 'back', 'threeQuarter'] as const

export const DEFAULT_RENDER_LIGHTING: LightingName = 'studio'

/** How often the machinery itself starts a part of a render anew before it gives up. */
export const MAX_RENDER_ATTEMPTS = 5

/** A render that is expected to take longer shows a small picture first. */
export const SCOUT_ABOVE_SECONDS = 30
/** Longest side of that picture, and of the ones that sharpen while it goes on. */
export const SCOUT_SIDE_PX = 480

// Fair use. Cost is seconds of one worker.

/** What one used in so many days says who comes after others that used less. */
export const FAIRNESS_DAYS = 7
export const MAX_RENDERS_PER_DAY = 200
/** Of all requests, those included that an earlier render answers at once and for free. */
export const MAX_REPEATED_RENDERS_PER_DAY = 1_000
export const MAX_RENDER_SECONDS_PER_DAY = 2 * 3600
/** One render may be expected to cost so much; its parts are shared among all workers. */
export const MAX_RENDER_SECONDS = 3600
/** While more than this is waiting in all, new renders are refused for now. */
export const MAX_QUEUED_SECONDS = 24 * 3600
/** So long a render's own parts are kept after it failed or was cancelled, for another try. */
export const PIECE_RETENTION_DAYS = 7
