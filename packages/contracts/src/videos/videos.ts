import { Type, type Static } from 'typebox'
import { Image, Variant } from '../images/images.js'
import { declareRoutes } from '../route.js'
import { Failure, Id, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { videoStatuses } from './videos.constants.js'
import { paths } from './videos.paths.js'

/** All seek previews in one picture, in rows of `columns`: one preview every `secondsApart`, the first at 0 s. */
export const Storyboard = StrictObject({
  url: Text(2048),
  columns: Type.Integer(),
  count: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  secondsApart: Type.Number(),
})
export type Storyboard = Static<typeof Storyboard>

/** A video can be played as soon as it has a variant, whatever its status is. */
export const Video = StrictObject({
  id: Id,
  uploadId: Id,
  status: Enum(videoStatuses),
  /** Size in pixels with the file's rotation and pixel shape applied. It is 0 until the file has been measured. */
  width: Type.Integer(),
  height: Type.Integer(),
  durationSeconds: Type.Number(),
  hasAudio: Type.Boolean(),
  poster: Nullable(Image),
  storyboard: Nullable(Storyboard),
  /** MP4 files with H.264 and AAC, smallest first. `name` contains the short side in pixels, for example `mp4.720`. */
  variants: Type.Array(Variant),
  failure: Type.Optional(Failure),
  version: Type.Integer(),
})
export type Video = Static<typeof Video>

export const routes = declareRoutes(paths, {
  getVideo: {
    summary: 'Returns a video of the caller',
    access: 'owner',
    owns: 'video',
    response: Video,
  },
})

export const jobs = {
  'video.process': { queue: 'videos', attempts: 5 },
} as const

/** The message contains no variants, because the relay cannot sign links. Clients refetch the video. */
export const VideoStatusMessage = StrictObject({
  id: Id,
  status: Enum(videoStatuses),
  uploadId: Id,
  failure: Type.Optional(Failure),
  version: Type.Integer(),
  at: Time,
})
export type VideoStatusMessage = Static<typeof VideoStatusMessage>

export const messages = { 'video:status': VideoStatusMessage }
