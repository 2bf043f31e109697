import { MAX_PLAYED_FRAMES_PER_SECOND, MAX_VIDEO_WORK, videoLadder } from '@toile/contracts/videos/videos.constants'
import type { VideoFacts } from './answers.js'

export interface Rendition {
  /** For example `mp4.720`. The number is the shorter side in pixels, so portrait and landscape share names. */
  name: string
  width: number
  height: number
  isCopy: boolean
  /** Upper bound of the bit rate: less for a low-rate source, but at least LEAST_BITS_PER_SECOND. */
  maxBitsPerSecond: number
}

/** A rung of the ladder is skipped if it reaches this share of the largest rendition's short side. */
const NEAR = 0.9
/** H.264 needs this many times as many bits as the newer codecs that phones use. */
const NEWER_CODEC = 1.5
const LEAST_BITS_PER_SECOND = 300_000
/** H.264 looks good at this many bits per pixel. Encoding a source with fewer bits would not make it smaller. */
const BITS_PER_PIXEL = 0.1

/** Plans ascending sizes to the source's, at most 1080. A possible copy comes first, because it takes no time. */
export function planRenditions(facts: VideoFacts): Rendition[] {
  const short = Math.min(facts.width, facts.height)
  const top = Math.min(short, videoLadder.at(-1)!)
  const all = [...videoLadder.filter((side) => side < top * NEAR), top].map((side) => sized(facts, side / short))
  const largest = all.at(-1)!
  const isFitting =
    facts.isPlayable &&
    largest.width === facts.width &&
    largest.height === facts.height &&
    facts.bitsPerSecond <= bitsOf(facts, facts)
  return isFitting ? [{ ...largest, isCopy: true }, ...all.slice(0, -1)] : all
}

function sized(facts: VideoFacts, scale: number): Rendition {
  // H.264 with 4:2:0 colour needs even sides.
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2 + 1e-6))
  const [width, height] = [even(facts.width), even(facts.height)]
  const ofSource = Math.max(LEAST_BITS_PER_SECOND, facts.bitsPerSecond * NEWER_CODEC)
  return {
    name: `mp4.${Math.min(width, height)}`,
    width,
    height,
    isCopy: false,
    maxBitsPerSecond: Math.round(Math.min(bitsOf(facts, { width, height }), ofSource)),
  }
}

function bitsOf({ framesPerSecond }: VideoFacts, { width, height }: { width: number; height: number }): number {
  return (
    LEAST_BITS_PER_SECOND + BITS_PER_PIXEL * width * height * Math.min(framesPerSecond, MAX_PLAYED_FRAMES_PER_SECOND)
  )
}

/**
 * Returns the work in encoded pixels, from which progress and time limits follow. Every frame is encoded once per size.
 * It is decoded once, which counts as DECODE_SHARE of its pixels. If all renditions are copies, the work is 0.
 */
export function workOf(facts: VideoFacts, renditions: readonly Rendition[]): number {
  if (renditions.every(({ isCopy }) => isCopy)) return 0
  const frames = facts.durationSeconds * facts.framesPerSecond
  const encoded = renditions.reduce((sum, { width, height }) => sum + width * height, 0)
  return frames * (facts.width * facts.height * DECODE_SHARE + encoded)
}

/** Time limit of a task on a busy machine, before the time for encoding is added. */
export const BASE_TIMEOUT_MS = 60_000
/** An idle core encoded 50 million pixels/s at 1080p. A busy machine encodes a fifth of that. */
const LEAST_PIXELS_PER_SECOND = 10_000_000
/** The work for a 1080p video is 1.8 times its pixels: 0.2 for decoding, 1.6 for encoding at 1080, 720 and 360 px. */
const MAX_WORK = 2 * MAX_VIDEO_WORK

/** Time limit for making renditions. Bounded by the largest accepted video, because an untrusted child sent `facts`. */
export function timeoutMsOf(facts: VideoFacts, renditions: readonly Rendition[]): number {
  return BASE_TIMEOUT_MS + (Math.min(MAX_WORK, workOf(facts, renditions)) / LEAST_PIXELS_PER_SECOND) * 1_000
}

/** Time to decode a pixel, as a share of the time to encode a pixel. */
const DECODE_SHARE = 0.2
