import { Type, type Static } from 'typebox'
import { OneOf, Shape } from '@toile/contracts/shapes'
import { maxVideoSidePx } from '@toile/contracts/videos.constants'
import { videoFormats } from './identify.js'

const Side = Type.Integer({ minimum: 1, maximum: maxVideoSidePx })
const Amount = Type.Number({ minimum: 0, maximum: 1e12 })
const Stream = Type.Integer({ minimum: 0, maximum: 10_000 })

/** What is known of a video before a frame of it is decoded. */
export const VideoFacts = Shape({
  format: OneOf(videoFormats),
  /** As it is seen: upright, with square pixels. */
  width: Side,
  height: Side,
  durationSeconds: Amount,
  /** Up to where pictures change; the last one may stand for longer. */
  pictureSeconds: Amount,
  framesPerSecond: Amount,
  bitsPerSecond: Amount,
  /** Of the streams that are used, as ffmpeg counts them. */
  videoIndex: Stream,
  audioIndex: Type.Union([Stream, Type.Null()]),
  /** Brighter than screens of today show as it is: it is brought to the usual range. */
  isHdr: Type.Boolean(),
  /** Browsers play the streams as they are; only the container has to be written anew. */
  isPlayable: Type.Boolean(),
})
export type VideoFacts = Static<typeof VideoFacts>
