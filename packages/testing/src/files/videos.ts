import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const program = () => process.env['FFMPEG_PATH'] ?? '/usr/bin/ffmpeg'

export async function ffmpeg(folder: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(program(), ['-nostdin', '-v', 'error', '-y', ...args], { cwd: folder })
}

export async function ffprobe(file: string): Promise<Probe> {
  const args = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]
  const folder = path.dirname(realpathSync(program()))
  const { stdout } = await promisify(execFile)(path.join(folder, 'ffprobe'), args)
  return JSON.parse(stdout) as Probe
}

interface Probe {
  streams: {
    codec_type: string
    codec_name: string
    width?: number
    height?: number
    pix_fmt?: string
    side_data_list?: unknown[]
    tags?: Record<string, string>
  }[]
  format: { duration: string; tags: Record<string, string> }
}

export interface Clip {
  size?: string
  seconds?: number
  rate?: number
  silent?: boolean
  options?: string[]
}

/** Writes a clip with a moving test picture and a tone, by default as H.264 and AAC. */
export async function makeClip(folder: string, name: string, clip: Clip = {}): Promise<string> {
  const { size = '640x360', seconds = 2, rate = 25, silent = false, options = [] } = clip
  const tone = silent ? [] : ['-f', 'lavfi', '-i', `sine=440:duration=${seconds}`, '-c:a', 'aac']
  await ffmpeg(
    folder,
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
    ...[...tone, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', ...options, name],
  )
  return path.join(folder, name)
}

/** Writes a clip as an upright phone does: landscape pixels, a rotation mark and a location. @returns its path */
export async function makePhoneClip(folder: string): Promise<string> {
  await makeClip(folder, 'lying.mp4', { size: '1280x720', rate: 10 })
  await ffmpeg(
    folder,
    ...['-i', 'lying.mp4', '-c', 'copy', '-metadata:s:v:0', 'rotate=90', '-movflags', 'use_metadata_tags'],
    ...[
      '-metadata',
      'com.apple.quicktime.location.ISO6709=+48.8577+002.2950/',
      '-metadata',
      'location=+48.8577+002.2950/',
    ],
    'phone.mov',
  )
  return path.join(folder, 'phone.mov')
}
