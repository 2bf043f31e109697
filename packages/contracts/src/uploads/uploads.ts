import { Type, type Static } from 'typebox'
import type { ModelFacts, ModelReport } from '../models/models.js'
import { Image } from '../images/images.js'
import { proprietaryFormats, metresPerUnitRange, upAxes } from '../models/models.constants.js'
import { MAX_FILENAME_LENGTH, uploadKinds, uploadStages } from './uploads.constants.js'
import { Video } from '../videos/videos.js'
import { declareRoutes } from '../route.js'
import { Eta, Failure, Id, Enum, PageOf, PageQuery, StrictObject, Text, Time } from '../shapes.js'
import { paths } from './uploads.paths.js'

/** Shown while the model loads: same position, nodes and colourways, but fewer triangles and 5 to 12 % of the bytes. */
export const ModelPreview = StrictObject({ url: Text(2048), bytes: Type.Integer() })
/** A file that cannot be shown in 3D. */
export const ProprietaryFile = StrictObject({
  format: Enum(proprietaryFormats),
  url: Text(2048),
  bytes: Type.Integer(),
})

/** Omitted fields keep the detected value. */
const Correction = StrictObject({
  metresPerUnit: Type.Optional(Type.Number(metresPerUnitRange)),
  upAxis: Type.Optional(Enum(upAxes)),
  model: Type.Optional(Text(1024)),
})

export const Upload = StrictObject({
  id: Id,
  kind: Enum(uploadKinds),
  filename: Text(MAX_FILENAME_LENGTH),
  size: Type.Integer(),
  received: Type.Integer(),
  stage: Enum(uploadStages),
  progress: Type.Number(),
  /** A step from upload-steps.constants.ts. It is set only while a worker runs. */
  step: Type.Optional(Text(64)),
  place: Type.Optional(Type.Integer()),
  /** Time until everything is ready, estimated from similar files or, for a video, from the encoding so far. */
  eta: Type.Optional(Eta),
  /** Time of the worker's last report on this version or, without a report, of the upload's last change. */
  newsAt: Time,
  version: Type.Integer(),
  failure: Type.Optional(Failure),
  retryable: Type.Optional(Type.Boolean()),
  model: Type.Optional(
    StrictObject({
      url: Text(2048),
      bytes: Type.Integer(),
      facts: Type.Unsafe<ModelFacts>({ type: 'object', additionalProperties: true }),
      report: Type.Unsafe<ModelReport>({ type: 'object', additionalProperties: true }),
    }),
  ),
  correction: Type.Optional(
    StrictObject({
      applied: Correction,
      /** The correction in progress. */
      wanted: Type.Optional(Correction),
      failure: Type.Optional(Failure),
    }),
  ),
  video: Type.Optional(Video),
  preview: Type.Optional(ModelPreview),
  /** Set instead of `model` for a file in a proprietary format. */
  proprietary: Type.Optional(ProprietaryFile),
  previews: Type.Array(Image),
  workId: Type.Optional(Id),
  /** The `workId` from tus's metadata, until a work uses the upload or it is detached. Absent for a trashed work. */
  forWorkId: Type.Optional(Id),
  /**
   * The upload may be removed from this time on, unless its owner confirms an email or a released work uses it. Set
   * once the owner has been notified.
   */
  keptUntil: Type.Optional(Time),
  createdAt: Time,
  stages: Type.Array(StrictObject({ stage: Enum(uploadStages), at: Time })),
})
export type Upload = Static<typeof Upload>

const TUS_VERSION = 'The version of the protocol: 1.0.0'

export const routes = declareRoutes(paths, {
  listUploads: {
    summary: 'Lists the caller’s uploads, newest first',
    access: 'user',
    query: StrictObject({
      ...PageQuery,
      /** Lists only uploads that were sent for this work and are not part of it yet. */
      forWork: Type.Optional(Id),
    }),
    response: PageOf(Upload),
  },
  getUpload: {
    summary: 'Returns an upload of the caller',
    access: 'owner',
    owns: 'upload',
    response: Upload,
  },
  retryUpload: {
    summary: 'Retries from the last good stage after a failure',
    access: 'owner',
    owns: 'upload',
    rate: [{ calls: 20, windowSeconds: 60, by: ['user'] }],
    response: Upload,
  },
  correctUpload: {
    summary: 'Reprocesses a model with another unit, up axis or model of its archive',
    access: 'owner',
    owns: 'upload',
    // Each call costs as much work as an upload.
    rate: [
      { calls: 10, windowSeconds: 60, by: ['user'] },
      { calls: 60, windowSeconds: 3_600, by: ['user'] },
    ],
    body: Correction,
    response: Upload,
  },
  forgetUploadAim: {
    summary: 'Detaches an upload from the work it was sent for',
    access: 'owner',
    owns: 'upload',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
  },
  tusOptions: {
    summary: 'Returns tus version, extensions and maximum size',
    access: 'public',
    unlimited: 'It answers constants.',
    headers: {
      response: {
        'Tus-Resumable': TUS_VERSION,
        'Tus-Version': 'The versions of the protocol, by commas',
        'Tus-Extension': 'The extensions of the protocol, by commas',
        'Tus-Max-Size': 'The most bytes of one upload',
      },
    },
  },
  tusCreate: {
    summary: 'Creates an upload (tus)',
    headers: {
      call: {
        'Tus-Resumable': TUS_VERSION,
        'Upload-Length': 'The bytes of the whole file',
        'Upload-Metadata': 'filename, kind (model, video or file) and workId, each with its value in Base64, by commas',
      },
      response: {
        'Tus-Resumable': TUS_VERSION,
        Location: 'The path of the upload, for HEAD, PATCH and DELETE',
        'Upload-Expires': 'When an unfinished upload is removed',
      },
    },
    access: 'user',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
    status: 201,
  },
  tusOffset: {
    summary: 'Returns the number of stored bytes (tus)',
    headers: {
      call: { 'Tus-Resumable': TUS_VERSION },
      response: {
        'Tus-Resumable': TUS_VERSION,
        'Upload-Offset': 'The bytes that are stored',
        'Upload-Length': 'The bytes of the whole file',
        'Upload-Expires': 'When an unfinished upload is removed',
      },
    },
    access: 'owner',
    owns: 'upload',
    status: 200,
  },
  tusAppend: {
    summary: 'Appends bytes at the offset (tus)',
    bytes: 'application/offset+octet-stream',
    headers: {
      call: {
        'Tus-Resumable': TUS_VERSION,
        'Upload-Offset': 'Where these bytes begin: as many as are stored',
        'Upload-Checksum': 'sha1 or sha256, and the digest of these bytes in Base64',
      },
      response: {
        'Tus-Resumable': TUS_VERSION,
        'Upload-Offset': 'The bytes that are stored now',
        'Upload-Expires': 'When an unfinished upload is removed',
      },
    },
    access: 'owner',
    owns: 'upload',
    // Our client sends a file in one request if possible. Pieces of 5 MB reach the limit only at 250 MB/s.
    rate: [{ calls: 3_000, windowSeconds: 60, by: ['user'] }],
  },
  tusTerminate: {
    summary: 'Removes an unfinished upload (tus)',
    headers: { call: { 'Tus-Resumable': TUS_VERSION }, response: { 'Tus-Resumable': TUS_VERSION } },
    access: 'owner',
    owns: 'upload',
    rate: [{ calls: 120, windowSeconds: 60, by: ['user'] }],
  },
})

export const jobs = {
  'upload.verify': { queue: 'uploads', attempts: 5 },
  'upload.process': { queue: 'uploads', attempts: 5 },
  'upload.preview': { queue: 'uploads', attempts: 5 },
  'upload.remake': { queue: 'uploads', attempts: 5 },
} as const

export const UploadStageMessage = StrictObject({
  uploadId: Id,
  stage: Enum(uploadStages),
  progress: Type.Number(),
  /** A step from upload-steps.constants.ts, which the client translates. */
  step: Type.Optional(Text(64)),
  place: Type.Optional(Type.Integer()),
  eta: Type.Optional(Eta),
  failure: Type.Optional(Failure),
  retryable: Type.Optional(Type.Boolean()),
  version: Type.Integer(),
  at: Time,
})
export type UploadStageMessage = Static<typeof UploadStageMessage>

export const messages = { 'upload:stage': UploadStageMessage }
