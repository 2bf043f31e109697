import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

export interface VideoTools {
  ffmpeg: string
  ffprobe: string
}

const usualPaths = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg']

/**
 * @param configuredPath FFMPEG_PATH; when set, no other path is tried
 * @returns null when ffmpeg or ffprobe is missing
 */
export function findFfmpeg(configuredPath?: string): VideoTools | null {
  const ffmpeg = (configuredPath ? [configuredPath] : usualPaths).find((file) => existsSync(file))
  if (!ffmpeg) return null
  // The path may be a symlink, which an isolated child cannot follow. ffprobe is beside the link or beside its target.
  const folders = [ffmpeg, realpathSync(ffmpeg)].map((file) => path.dirname(file))
  const ffprobe = folders.map((folder) => path.join(folder, 'ffprobe')).find((file) => existsSync(file))
  return ffprobe ? { ffmpeg: realpathSync(ffmpeg), ffprobe: realpathSync(ffprobe) } : null
}
