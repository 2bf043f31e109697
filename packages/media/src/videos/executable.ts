import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'

export interface VideoTools {
  ffmpeg: string
  ffprobe: string
}

const usualPaths = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg']

/**
 * Where ffmpeg and, beside it, ffprobe lie on this machine.
 * @param configuredPath what the operator set as FFMPEG_PATH; when set, nothing else is tried
 * @returns null when one of the two is missing
 */
export function findFfmpeg(configuredPath?: string): VideoTools | null {
  const ffmpeg = (configuredPath ? [configuredPath] : usualPaths).find((file) => existsSync(file))
  if (!ffmpeg) return null
  // What is installed late is a link in a folder of its own, which an isolated child does not see.
  const folders = [ffmpeg, realpathSync(ffmpeg)].map((file) => path.dirname(file))
  const ffprobe = folders.map((folder) => path.join(folder, 'ffprobe')).find((file) => existsSync(file))
  return ffprobe ? { ffmpeg: realpathSync(ffmpeg), ffprobe: realpathSync(ffprobe) } : null
}
