import { MAX_PLAYED_FRAMES_PER_SECOND, MAX_VIDEO_WORK, videoLadder } from '@toile/contracts/videos/videos.constants'
import type { VideoFacts } from './answers.js'

/** An MP4 to be made. */
export interface Rendition {
  /** `mp4.` and its short side: a video held upright is as large as one that lies. */
  name: string
  width: number
  height: number
  /** The streams of the source go into it as they are. */
  isCopy: boolean
  /** What it may take at most; a smaller source bounds it further. */
  maxBitsPerSecond: number
}

/** A rung so near to the source that it would be made twice is left out. */
const NEAR = 0.9
/** H.264 needs more than the newer codecs that phones send. */
const NEWER_CODEC = 1.5
const LEAST_BITS_PER_SECOND = 300_000
/** At this many bits a pixel H.264 looks well; a source below it is not made smaller by encoding it again. */
const BITS_PER_PIXEL = 0.1

/**
 * What becomes of a video, in the order in which it is made: a copy first, which takes no time, then the smallest
 * that has to be encoded. Never larger than the source.
 */
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
  // H.264 with the usual colours has no odd sides.
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

/** Work in pixels, for telling how much of it is done: every frame is decoded once, and encoded for each size. */
export function workOf(facts: VideoFacts, renditions: readonly Rendition[]): number {
  if (renditions.every(({ isCopy }) => isCopy)) return 0
  const frames = facts.durationSeconds * facts.framesPerSecond
  const encoded = renditions.reduce((sum, { width, height }) => sum + width * height, 0)
  return frames * (facts.width * facts.height * DECODE_SHARE + encoded)
}

/** One task of a video of no length, on a busy machine. */
export const BASE_TIMEOUT_MS = 60_000
/** A core at rest was measured to encode 50 million pixels a second at 1080p; a busy machine has a fifth of one. */
const LEAST_PIXELS_PER_SECOND = 10_000_000
/** Each pixel is decoded, and encoded in sizes that are together less than twice its own. */
const MAX_WORK = 2 * MAX_VIDEO_WORK

/** How long making them may take, by facts that a child has told: never longer than for the largest video that is taken. */
export function timeoutMsOf(facts: VideoFacts, renditions: readonly Rendition[]): number {
  return BASE_TIMEOUT_MS + (Math.min(MAX_WORK, workOf(facts, renditions)) / LEAST_PIXELS_PER_SECOND) * 1_000
}

/** Decoding a pixel takes so much of the time of encoding one. */
const DECODE_SHARE = 0.2
