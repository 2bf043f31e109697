import { Type, type Static } from 'typebox'
import { Image, Variant } from '../images/images.js'
import { declareRoutes } from '../route.js'
import { Failure, Id, IdParams, Enum, Nullable, StrictObject, Text, Time } from '../shapes.js'
import { videoStatuses } from './videos.constants.js'
import { paths } from './videos.paths.js'

/** One picture with moments of a video in rows of `columns`, one every `secondsApart`, the first of second 0. */
export const Storyboard = StrictObject({
  url: Text(2048),
  columns: Type.Integer(),
  count: Type.Integer(),
  /** Of one moment, in px. */
  width: Type.Integer(),
  height: Type.Integer(),
  secondsApart: Type.Number(),
})
export type Storyboard = Static<typeof Storyboard>

/** A video with the sizes it can be had in: it plays as soon as there is one, whatever its status. */
export const Video = StrictObject({
  id: Id,
  uploadId: Id,
  status: Enum(videoStatuses),
  /** As it is seen, upright; 0 while it is not known. */
  width: Type.Integer(),
  height: Type.Integer(),
  durationSeconds: Type.Number(),
  hasAudio: Type.Boolean(),
  /** The shape of the whole picture in it, never a part. */
  poster: Nullable(Image),
  storyboard: Nullable(Storyboard),
  /** MP4 with H.264 and AAC, the smallest first. `name` says the short side: `mp4.720`. */
  variants: Type.Array(Variant),
  failure: Type.Optional(Failure),
  version: Type.Integer(),
})
export type Video = Static<typeof Video>

export const routes = declareRoutes(paths, {
  getVideo: {
    summary: 'One of my videos',
    access: 'owner',
    owns: 'video',
    params: IdParams,
    status: 200,
    response: Video,
  },
})

/** From `video.received` on it waits in line; `video.due` sets its processing off, and emitted anew drives a stuck one. */
export const events = [
  'video.received',
  'video.due',
  'video.processing',
  'video.playable',
  'video.ready',
  'video.failed',
] as const

export const jobs = {
  'video.process': { queue: 'videos', attempts: 5 },
} as const

/** Links are made by the API alone, so the message has no variants: who hears of a change asks for them. */
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
