import { Type, type Static } from 'typebox'
import { Enum, StrictObject } from '@toile/contracts/shapes'
import {
  MAX_VIDEO_FRAMES_PER_SECOND,
  MAX_VIDEO_SECONDS,
  MAX_VIDEO_SIDE_PX,
} from '@toile/contracts/videos/videos.constants'
import { videoFormats } from './identify.js'

const Side = Type.Integer({ minimum: 1, maximum: MAX_VIDEO_SIDE_PX })
/** The limit has 5 % tolerance, because timestamps and headers may be slightly wrong. */
export const maxCountedFramesPerSecond = MAX_VIDEO_FRAMES_PER_SECOND * 1.05
const Stream = Type.Integer({ minimum: 0, maximum: 10_000 })

/** These facts are found without decoding a frame. They set the limits of all further work on the video. */
export const VideoFacts = StrictObject({
  format: Enum(videoFormats),
  /** As displayed: upright, with square pixels. */
  width: Side,
  height: Side,
  durationSeconds: Type.Number({ exclusiveMinimum: 0, maximum: MAX_VIDEO_SECONDS }),
  /** Start of the last picture, which may stay on screen until the end of the video. */
  pictureSeconds: Type.Number({ minimum: 0, maximum: MAX_VIDEO_SECONDS }),
  framesPerSecond: Type.Number({ minimum: 0, maximum: maxCountedFramesPerSecond }),
  bitsPerSecond: Type.Number({ minimum: 0, maximum: 1e12 }),
  /** ffmpeg's indexes of the streams in use. */
  videoIndex: Stream,
  audioIndex: Type.Union([Stream, Type.Null()]),
  isHdr: Type.Boolean(),
  /** Whether browsers play the streams unchanged. A copy also needs a fitting size and bit rate, see planRenditions. */
  isPlayable: Type.Boolean(),
})
export type VideoFacts = Static<typeof VideoFacts>
