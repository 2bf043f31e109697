import {
  MAX_PLAYED_FRAMES_PER_SECOND,
  maxVideoPixels,
  MAX_VIDEO_SECONDS,
  storyboardTiles,
} from '@toile/contracts/videos/videos.constants'
import { givenFile } from '../made-files.js'
import type { VideoFacts } from './answers.js'
import type { VideoFormat } from './identify.js'
import type { Rendition } from './plan.js'

// Command lines of ffmpeg and ffprobe. File names are relative to the child's folder.

/** The worker gives the source to the child under the name GIVEN. INPUT is the source's path for the tools. */
export const GIVEN = 'input'
export const INPUT = givenFile(GIVEN)
/** Limit per output file. ffmpeg stops writing an MP4 at this size. The child then reports VIDEO_TOO_HEAVY. */
export const MAX_OUTPUT_BYTES = 256 * 2 ** 20

/** Allows only the file protocol and the demuxer that the first bytes of the untrusted file call for. */
const strictly = (format: VideoFormat) => [
  ...['-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,webm'],
  ...['-f', format],
]
const opened = (format: VideoFormat) => [
  ...['-threads', '1', '-max_pixels', String(maxVideoPixels), '-t', String(MAX_VIDEO_SECONDS)],
  ...strictly(format),
]
const ffmpeg = ['-nostdin', '-hide_banner', '-v', 'error', '-y', '-filter_threads', '1']
const withProgress = ['-progress', 'pipe:1', '-stats_period', '0.25']
/** Drops metadata (such as a phone's location, dates and titles), chapters, subtitles and data streams. */
const withoutMetadata = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn']

export function probeCommand(format: VideoFormat): string[] {
  const stream =
    'index,codec_type,codec_name,profile,pix_fmt,width,height,channels,avg_frame_rate,sample_aspect_ratio,field_order,color_transfer'
  return [
    ...['-v', 'error', ...strictly(format)],
    ...['-show_entries', `format=duration:stream=${stream}:stream_side_data=rotation:stream_disposition=attached_pic`],
    ...['-of', 'json', `file:${INPUT}`],
  ]
}

/** Reads every packet of one stream without decoding. The last progress report holds the count. */
export function countCommand(format: VideoFormat, videoIndex: number): string[] {
  return [
    ...[...ffmpeg, ...withProgress, ...opened(format), '-i', `file:${INPUT}`],
    ...['-map', `0:${videoIndex}`, '-c', 'copy', '-f', 'null', '-'],
  ]
}

/** A worker has two cores per video. With one thread, ffmpeg would wait while x264 encodes. */
const encoderThreads = ['-threads', '2']

export function encodeCommand(facts: VideoFacts, renditions: readonly Rendition[]): string[] {
  const rate =
    facts.framesPerSecond > MAX_PLAYED_FRAMES_PER_SECOND * 1.05 ? [`fps=${MAX_PLAYED_FRAMES_PER_SECOND}`] : []
  const ends = renditions.map((_, i) => `[s${i}]`).join('')
  const graph = [
    `[0:${facts.videoIndex}]${[...rate, `split=${renditions.length}`].join(',')}${ends}`,
    ...renditions.map(({ width, height }, i) => {
      const filters = [`scale=${width}:${height}`, ...(facts.isHdr ? toSdr : []), 'format=yuv420p', 'setsar=1']
      return `[s${i}]${filters.join(',')}[v${i}]`
    }),
  ]
  return [
    ...[...ffmpeg, ...withProgress, ...opened(facts.format), '-i', `file:${INPUT}`],
    ...['-filter_complex_threads', '1', '-filter_complex', graph.join(';')],
    ...renditions.flatMap((rendition, i) => [
      ...['-map', `[v${i}]`, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', ...encoderThreads],
      ...['-crf', '23', '-maxrate', String(rendition.maxBitsPerSecond)],
      ...['-bufsize', String(rendition.maxBitsPerSecond * 2)],
      // A keyframe every two seconds makes seeking fast.
      ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
      ...sound(facts, ['aac', '-b:a', '128k', '-ac', '2', '-ar', '48000']),
      ...mp4(rendition),
    ]),
  ]
}

/** Remuxes the streams and drops messages that are hidden in the video stream (SEI). */
export function copyCommand(facts: VideoFacts, rendition: Rendition): string[] {
  return [
    ...[...ffmpeg, ...opened(facts.format), '-i', `file:${INPUT}`],
    ...['-map', `0:${facts.videoIndex}`, '-c:v', 'copy', '-bsf:v', 'filter_units=remove_types=6'],
    ...sound(facts, ['copy']),
    ...mp4(rendition),
  ]
}

const sound = ({ audioIndex }: VideoFacts, codec: string[]) =>
  audioIndex === null ? [] : ['-map', `0:${audioIndex}`, '-c:a', ...codec]

const mp4 = ({ name }: Rendition) => [
  ...withoutMetadata,
  ...['-write_tmcd', '0', '-movflags', '+faststart', '-fs', String(MAX_OUTPUT_BYTES), '-f', 'mp4', `file:${name}.mp4`],
]

/** Filters from HDR to SDR. zscale needs an ffmpeg with zimg. Debian's ffmpeg has zimg, Homebrew's may lack it. */
const toSdr = [
  'zscale=t=linear:npl=100',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
]

const MAX_POSTER_PX = 1920

/** Takes the most typical of five frames (every fourth of twenty), so that a fade-in does not give a black poster. */
export function posterCommand(facts: VideoFacts): string[] {
  const from = Math.min(facts.pictureSeconds * 0.1, 3)
  const shrunk = Math.min(1, MAX_POSTER_PX / Math.max(facts.width, facts.height))
  const size = `scale=${[facts.width, facts.height].map((px) => Math.max(1, Math.round(px * shrunk))).join(':')}`
  // Only every fourth frame is compared, because converting a frame to RGB costs more than decoding it.
  const filters = [
    "select='not(mod(n,4))'",
    'thumbnail=5',
    size,
    ...(facts.isHdr ? toSdr : []),
    'setsar=1',
    'format=rgb24',
  ]
  return [
    ...[...ffmpeg, ...opened(facts.format), '-ss', from.toFixed(3), '-i', `file:${INPUT}`],
    ...['-map', `0:${facts.videoIndex}`, '-vf', filters.join(','), ...withoutMetadata],
    ...['-frames:v', '1', '-f', 'image2', 'file:poster.png'],
  ]
}

export function storyboardOf({
  width,
  height,
  durationSeconds,
}: Pick<VideoFacts, 'width' | 'height' | 'durationSeconds'>) {
  const { columns, most, sidePx } = storyboardTiles
  const count = Math.min(most, Math.max(1, Math.ceil(durationSeconds)))
  const scale = sidePx / Math.max(width, height)
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return {
    columns: Math.min(columns, count),
    count,
    width: even(width),
    height: even(height),
    secondsApart: durationSeconds / count,
  }
}
export type StoryboardShape = ReturnType<typeof storyboardOf>

export function storyboardCommand(shape: StoryboardShape): string[] {
  const { columns, count, width, height, secondsApart } = shape
  const rows = Math.ceil(count / columns)
  const filters = [
    // Repeats the last frame, because a video can show it for a long time and the remaining tiles need a picture.
    'tpad=stop_mode=clone:stop=-1',
    `fps=1/${secondsApart.toFixed(6)}:start_time=0:round=up`,
    `scale=${width}:${height}`,
    `tile=${columns}x${rows}`,
    'format=yuvj420p',
  ]
  return [
    ...[...ffmpeg, ...opened('mov'), '-i', `file:${INPUT}`, '-map', '0:v:0', '-vf', filters.join(',')],
    ...[...withoutMetadata, '-frames:v', '1', '-q:v', '5', '-f', 'image2', 'file:storyboard.jpg'],
  ]
}
