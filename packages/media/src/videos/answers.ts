import { Type, type Static } from 'typebox'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import {
  MAX_VIDEO_FRAMES_PER_SECOND,
  MAX_VIDEO_SECONDS,
  MAX_VIDEO_SIDE_PX,
} from '@toile/contracts/videos/videos.constants'
import { videoFormats } from './identify.js'

const Side = Type.Integer({ minimum: 1, maximum: MAX_VIDEO_SIDE_PX })
/** As factsOf() allows them: a header may be a little wrong. */
export const maxCountedFramesPerSecond = MAX_VIDEO_FRAMES_PER_SECOND * 1.05
const Stream = Type.Integer({ minimum: 0, maximum: 10_000 })

/** What is known of a video before a frame of it is decoded. What all further work on it may take is set by this. */
export const VideoFacts = StrictObject({
  format: Enum(videoFormats),
  /** As it is seen: upright, with square pixels. */
  width: Side,
  height: Side,
  durationSeconds: Type.Number({ exclusiveMinimum: 0, maximum: MAX_VIDEO_SECONDS }),
  /** Up to where pictures change; the last one may stand for longer. */
  pictureSeconds: Type.Number({ minimum: 0, maximum: MAX_VIDEO_SECONDS }),
  framesPerSecond: Type.Number({ minimum: 0, maximum: maxCountedFramesPerSecond }),
  bitsPerSecond: Type.Number({ minimum: 0, maximum: 1e12 }),
  /** Of the streams that are used, as ffmpeg counts them. */
  videoIndex: Stream,
  audioIndex: Type.Union([Stream, Type.Null()]),
  /** Brighter than screens of today show as it is: it is brought to the usual range. */
  isHdr: Type.Boolean(),
  /** Browsers play the streams as they are; only the container has to be written anew. */
  isPlayable: Type.Boolean(),
})
export type VideoFacts = Static<typeof VideoFacts>
