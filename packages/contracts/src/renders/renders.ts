import { Type, type Static } from 'typebox'
import { exposureStops, lightings } from '../models/appearance.constants.js'
import {
  MAX_RENDER_VIEWS,
  renderEngines,
  renderFrames,
  renderMargin,
  renderNameLength,
  renderSamples,
  renderSide,
  renderStatuses,
  renderTypes,
} from './renders.constants.js'
import { declareRoutes } from '../route.js'
import {
  Eta,
  Failure,
  Id,
  Enum,
  Nullable,
  PageOf,
  PageQuery,
  StrictObject,
  Text,
  Time,
  WrittenText,
} from '../shapes.js'
import { paths } from './renders.paths.js'

const Degrees = (most: number) => Type.Number({ minimum: -most, maximum: most })
const Coordinate = Type.Number({ minimum: -100, maximum: 100 })
const Point = Type.Unsafe<[number, number, number]>({
  type: 'array',
  items: Coordinate,
  minItems: 3,
  maxItems: 3,
})
const fov = Type.Number({ minimum: 5, maximum: 90 })
const margin = Type.Number({ minimum: renderMargin.min, maximum: renderMargin.max })

/** In degrees: azimuth 0 is the front, 90 the wearer's left. The garment fills up to the share `margin` of a side. */
const CameraViewShape = StrictObject({
  azimuth: Degrees(360),
  elevation: Degrees(89),
  fov: Type.Optional(fov),
  margin: Type.Optional(margin),
})
const CameraPoseShape = StrictObject({ position: Point, target: Point, fov })
const CameraShape = Type.Union([CameraViewShape, CameraPoseShape])

const viewNames = ['threeQuarter', 'front', 'left', 'back', 'right', 'top'] as const

const settings = {
  type: Enum(renderTypes),
  engine: Enum(renderEngines),
  width: Type.Integer({ minimum: renderSide.minPx, maximum: renderSide.maxPx }),
  height: Type.Integer({ minimum: renderSide.minPx, maximum: renderSide.maxPx }),
  /** Ignored by the engine `preview`. */
  samples: Type.Optional(Type.Integer({ minimum: renderSamples.min, maximum: renderSamples.max })),
  frames: Type.Optional(Type.Integer({ minimum: renderFrames.min, maximum: renderFrames.max })),
  camera: Type.Optional(CameraShape),
  /** `views` and `cameras` are for the type `views`. If both are missing, `defaultViews` are used. */
  views: Type.Optional(Type.Array(Enum(viewNames), { maxItems: MAX_RENDER_VIEWS })),
  cameras: Type.Optional(Type.Array(CameraShape, { maxItems: MAX_RENDER_VIEWS })),
  background: Type.Optional(Type.String({ pattern: '^(studio|transparent|#[0-9a-fA-F]{6})$', maxLength: 16 })),
  lighting: Type.Optional(Enum(lightings)),
  lightingRotation: Type.Optional(Degrees(360)),
  colourway: Type.Optional(Text(256)),
  /** Seconds from the start of the clip `animationClip` (by default 0). Without both fields, no clip is applied. */
  animationTime: Type.Optional(Type.Number({ minimum: 0, maximum: 3600 })),
  animationClip: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  exposure: Type.Optional(Type.Number({ minimum: exposureStops.min, maximum: exposureStops.max })),
  margin: Type.Optional(margin),
}

export const RenderInput = StrictObject({
  /** The caller's own work or upload. At least one id is required. If both are given, the upload must be the work's. */
  source: StrictObject({ workId: Type.Optional(Id), uploadId: Type.Optional(Id) }),
  ...settings,
  approveAfterScout: Type.Optional(Type.Boolean()),
  name: Type.Optional(WrittenText({ max: renderNameLength.max })),
})
export type RenderInput = Static<typeof RenderInput>

const Picture = StrictObject({ url: Text(2048), bytes: Type.Integer(), samples: Type.Integer() })

export const Render = StrictObject({
  id: Id,
  number: Type.Integer(),
  name: Text(renderNameLength.max),
  type: Enum(renderTypes),
  engine: Enum(renderEngines),
  width: Type.Integer(),
  height: Type.Integer(),
  samples: Type.Integer(),
  /** `frames` is the number of pictures. `framesDone` counts a picture as soon as one of its pieces is drawn. */
  frames: Type.Integer(),
  framesDone: Type.Integer(),
  status: Enum(renderStatuses),
  /** From 0 to 1. The workers' reports of one attempt never decrease. */
  progress: Type.Number(),
  place: Type.Optional(Type.Integer()),
  /**
   * Seconds until the render is finished, including waiting. Null if this server has too little history, if no worker
   * has the engine, or if the render has ended or awaits approval.
   */
  etaSeconds: Nullable(Type.Integer()),
  eta: Type.Optional(Eta),
  costSeconds: Type.Number(),
  workers: Type.Array(StrictObject({ name: Text(128), seconds: Type.Number(), chunks: Type.Integer() })),
  submitter: StrictObject({ id: Id, nickname: Text(256) }),
  submittedAt: Time,
  finishedAt: Nullable(Time),
  workId: Nullable(Id),
  uploadId: Nullable(Id),
  settings: StrictObject(settings),
  /** Small pictures drawn before the result, latest last. */
  previews: Type.Array(Picture),
  outputs: Type.Array(
    StrictObject({
      name: Text(64),
      url: Text(2048),
      bytes: Type.Integer(),
      type: Text(64),
      width: Type.Integer(),
      height: Type.Integer(),
    }),
  ),
  awaitingApproval: Type.Boolean(),
  shared: Type.Boolean(),
  failure: Type.Optional(Failure),
  retryable: Type.Optional(Type.Boolean()),
  version: Type.Integer(),
})
export type Render = Static<typeof Render>

export const RenderEstimate = StrictObject({
  pictures: Type.Integer(),
  chunks: Type.Integer(),
  /** Seconds of one worker (10th to 90th percentile of this server's history). Null with too little history. */
  costSeconds: Nullable(Eta),
  eta: Nullable(Eta),
  scout: Type.Boolean(),
})
export type RenderEstimate = Static<typeof RenderEstimate>

const changeRate = [{ calls: 120, windowSeconds: 60, by: ['user'] }] as const
const one = { access: 'owner', owns: 'render', response: Render } as const

export const routes = declareRoutes(paths, {
  createRender: {
    summary: 'Submits a cloud render',
    access: 'verified',
    idempotent: true,
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    body: RenderInput,
    status: 201,
    response: Render,
  },
  listRenders: {
    summary: 'Lists the caller’s renders, newest first',
    access: 'user',
    query: StrictObject({ ...PageQuery, status: Type.Optional(Enum(renderStatuses)), workId: Type.Optional(Id) }),
    response: PageOf(Render),
  },
  listEngines: {
    summary: 'Lists render engines of live workers',
    access: 'user',
    response: StrictObject({
      engines: Type.Array(
        StrictObject({
          engine: Enum(renderEngines),
          available: Type.Boolean(),
          workers: Type.Integer(),
        }),
      ),
    }),
  },
  estimateRender: {
    summary: 'Estimates cost and time of a render',
    access: 'user',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
    body: RenderInput,
    response: RenderEstimate,
  },
  getRender: { ...one, summary: 'Returns a render of the caller' },
  cancelRender: {
    ...one,
    summary: 'Cancels a render within a second',
    rate: changeRate,
  },
  retryRender: {
    ...one,
    summary: 'Retries the missing parts of a failed or cancelled render',
    rate: [{ calls: 20, windowSeconds: 60, by: ['user'] }],
  },
  approveRender: {
    ...one,
    summary: 'Approves the draft preview and continues the render',
    rate: changeRate,
  },
  deleteRender: {
    summary: 'Deletes a render with its files, and cancels it if running',
    access: 'owner',
    owns: 'render',
    rate: changeRate,
  },
  useRenderOutput: {
    summary: 'Uses an image as the work’s cover or in its gallery, or a turntable as its video',
    access: 'owner',
    owns: 'render',
    rate: [{ calls: 60, windowSeconds: 60, by: ['user'] }],
    params: StrictObject({ id: Id, name: Text(64) }),
    body: StrictObject({
      as: Enum(['cover', 'gallery'] as const),
      replace: Type.Optional(Type.Boolean()),
    }),
    status: 202,
    /** Repeated calls return the same image or video upload. */
    response: StrictObject({ imageId: Type.Optional(Id), uploadId: Type.Optional(Id), workId: Id }),
  },
})

export const jobs = {
  'render.draw': { queue: 'renders', attempts: 5 },
  'render.encode': { queue: 'renders', attempts: 5 },
  'render.drawCycles': { queue: 'renders-cycles', attempts: 5 },
} as const

export const RenderStatusMessage = StrictObject({
  renderId: Id,
  number: Type.Integer(),
  status: Enum(renderStatuses),
  progress: Type.Number(),
  etaSeconds: Nullable(Type.Integer()),
  eta: Type.Optional(Eta),
  frame: Type.Optional(Type.Integer()),
  frames: Type.Optional(Type.Integer()),
  /** `sample` is the number of the sample last drawn for the current picture, `samples` the number of its samples. */
  sample: Type.Optional(Type.Integer()),
  samples: Type.Optional(Type.Integer()),
  place: Type.Optional(Type.Integer()),
  awaitingApproval: Type.Optional(Type.Boolean()),
  previewUrl: Type.Optional(Text(2048)),
  failure: Type.Optional(Failure),
  retryable: Type.Optional(Type.Boolean()),
  version: Type.Integer(),
  at: Time,
})
export type RenderStatusMessage = Static<typeof RenderStatusMessage>

export const messages = { 'render:status': RenderStatusMessage }
