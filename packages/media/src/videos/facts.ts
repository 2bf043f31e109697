import { InputFailure } from '@toile/contracts/failures'
import {
  MAX_PLAYED_FRAMES_PER_SECOND,
  maxVideoPixels,
  MAX_VIDEO_SECONDS,
  MAX_VIDEO_SIDE_PX,
  MAX_VIDEO_WORK,
} from '@toile/contracts/videos/videos.constants'
import { maxCountedFramesPerSecond, type VideoFacts } from './answers.js'
import type { VideoFormat } from './identify.js'

export interface Probed {
  streams?: ProbedStream[]
  format?: { duration?: string }
}
interface ProbedStream {
  index: number
  codec_type?: string
  codec_name?: string
  profile?: string
  pix_fmt?: string
  width?: number
  height?: number
  channels?: number
  avg_frame_rate?: string
  sample_aspect_ratio?: string
  field_order?: string
  color_transfer?: string
  disposition?: { attached_pic?: number }
  side_data_list?: { rotation?: number }[]
}

export interface Counted {
  frames: number
  /** Start of the last picture. */
  seconds: number
  /** Whether the file ends before the end of its last packet. */
  isCut: boolean
}

const hdrTransfers = ['smpte2084', 'arib-std-b67']
const playableProfiles = ['Constrained Baseline', 'Baseline', 'Main', 'High']
/** A header may be slightly wrong. A cut-off file is accepted from this share of its claimed length, less 1 s. */
const MIN_THERE = 0.9
const SLACK_SECONDS = 1

/** Returns the first video stream with a size. Cover art in an audio file does not count. */
export function pictureStream({ streams = [] }: Probed): ProbedStream | undefined {
  return streams.find(
    (stream) => stream.codec_type === 'video' && !stream.disposition?.attached_pic && stream.width && stream.height,
  )
}

/** @throws InputFailure NOT_A_VIDEO, VIDEO_TOO_MANY_PIXELS, VIDEO_TOO_LONG */
export function assertHeader(probed: Probed): void {
  const picture = pictureStream(probed)
  if (!picture) throw new InputFailure('NOT_A_VIDEO')
  const { width = 0, height = 0 } = picture
  if (width * height > maxVideoPixels || Math.max(width, height) > MAX_VIDEO_SIDE_PX)
    throw new InputFailure('VIDEO_TOO_MANY_PIXELS', { width, height })
  assertDuration(Number(probed.format?.duration ?? 0))
}

/**
 * Checks the limits of length, frame rate and pixels with the counted packets, because the header may be false.
 * @throws InputFailure VIDEO_DAMAGED, VIDEO_TOO_LONG, VIDEO_TOO_HEAVY
 */
export function factsOf(probed: Probed, counted: Counted, format: VideoFormat, bytes: number): VideoFacts {
  const picture = pictureStream(probed)
  const { frames, seconds, isCut } = counted
  if (!picture || frames === 0) throw new InputFailure('VIDEO_DAMAGED')
  assertDuration(seconds)
  const claimed = Number(probed.format?.duration ?? 0)
  // For a still picture, and for music after the last picture, `seconds` is also less than claimed. Both are valid.
  if (isCut && seconds < MIN_THERE * claimed - SLACK_SECONDS) throw new InputFailure('VIDEO_DAMAGED')
  const audio = probed.streams?.find((stream) => stream.codec_type === 'audio' && (stream.channels ?? 0) > 0)
  // A single picture counts as one frame of 0.04 s, unless the header claims a longer duration.
  const durationSeconds = Math.max(seconds, claimed, 0.04)
  const framesPerSecond = seconds >= SLACK_SECONDS ? (frames - 1) / seconds : frames / durationSeconds
  const { width = 0, height = 0 } = picture
  if (framesPerSecond > maxCountedFramesPerSecond || width * height * frames > MAX_VIDEO_WORK)
    throw new InputFailure('VIDEO_TOO_HEAVY')
  const isTurned = Math.abs(rotationOf(picture)) % 180 === 90
  const isHdr = hdrTransfers.includes(picture.color_transfer ?? '')
  const pixelAspect = ratio(picture.sample_aspect_ratio) || 1
  const shown = { width: Math.round(width * pixelAspect), height }
  // With an extreme pixel aspect ratio, the video has no usable width.
  if (shown.width < 1 || shown.width > MAX_VIDEO_SIDE_PX) throw new InputFailure('VIDEO_DAMAGED')
  return {
    format,
    width: isTurned ? shown.height : shown.width,
    height: isTurned ? shown.width : shown.height,
    durationSeconds,
    pictureSeconds: seconds,
    framesPerSecond,
    bitsPerSecond: (bytes * 8) / durationSeconds,
    videoIndex: picture.index,
    audioIndex: audio?.index ?? null,
    isHdr,
    isPlayable:
      picture.codec_name === 'h264' &&
      picture.pix_fmt === 'yuv420p' &&
      playableProfiles.includes(picture.profile ?? '') &&
      ['progressive', 'unknown', undefined].includes(picture.field_order) &&
      pixelAspect === 1 &&
      // Some players ignore the rotation mark, so a video with this mark is encoded upright instead of copied.
      rotationOf(picture) === 0 &&
      !isHdr &&
      framesPerSecond <= MAX_PLAYED_FRAMES_PER_SECOND * 1.05 &&
      (!audio || (audio.codec_name === 'aac' && audio.profile === 'LC' && audio.channels! <= 2)),
  }
}

function assertDuration(seconds: number): void {
  if (!(seconds <= MAX_VIDEO_SECONDS))
    throw new InputFailure('VIDEO_TOO_LONG', { limitMinutes: MAX_VIDEO_SECONDS / 60 })
}

function rotationOf({ side_data_list = [] }: ProbedStream): number {
  return side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
}

/** Returns a text such as `30000/1001` or `4:3` as a number, or 0 if the text is absent or invalid. */
function ratio(text: string | undefined): number {
  const [over = 0, under = 0] = (text ?? '').split(/[:/]/).map(Number)
  return under > 0 && over > 0 ? over / under : 0
}
