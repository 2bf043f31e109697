import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROKEN_OFF, canInstall, install } from './apt.js'
import { findProgram } from './find-program.js'

export interface Tool {
  name: string
  /** Environment variable that can set another path. */
  variable: `${string}_PATH`
  packages: string[]
  program: string
  find: () => string | undefined
  macos: string
  /** How work continues without the tool. By default, work that needs the tool waits. */
  without?: string
}

export const chromiumTool: Tool = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  // chromium-sandbox isolates Chromium on hosts without user namespaces. Pages need the fonts.
  packages: ['chromium-headless-shell', 'chromium-sandbox', 'fonts-liberation'],
  program: 'chromium-headless-shell',
  find: () =>
    findProgram([
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', // macOS, untried
      '/Applications/Chromium.app/Contents/MacOS/Chromium', // macOS, untried
    ]),
  macos: 'brew install --cask chromium (untried)',
}

export const ffmpegTool: Tool = {
  name: 'ffmpeg',
  variable: 'FFMPEG_PATH',
  packages: ['ffmpeg'],
  program: 'ffmpeg',
  // Toile also needs ffprobe. Debian's package contains both programs, but npm packages with ffmpeg lack ffprobe.
  find: () => findProgram(['ffprobe']) && findProgram(['ffmpeg']),
  macos: 'brew install ffmpeg (untried)',
}

export const bubblewrapTool: Tool = {
  name: 'bubblewrap',
  variable: 'BWRAP_PATH',
  packages: ['bubblewrap'],
  program: 'bwrap',
  find: () => findProgram(['bwrap']),
  macos: 'Linux alone has it',
  without: 'media tools run without isolation',
}

/** Tools for work on untrusted files. bubblewrap is installed first, because it is small and isolates the others. */
const mediaTools = [...(process.platform === 'linux' ? [bubblewrapTool] : []), chromiumTool, ffmpegTool]

export interface Tools {
  /** Paths by variable, such as CHROMIUM_PATH. While a tool is being installed, there is no file at its path yet. */
  env: Record<string, string>
  installing(): string[]
  settled: Promise<void>
}

export interface ToolsOptions {
  /** Folder for the links to tools that are installed later. */
  folder: string
  mayInstall: boolean
  wanted?: Tool[]
  say: (line: string) => void
}

/** Takes tools from the environment or the system, or installs them with apt. Toile also runs if tools are missing. */
export function findTools({ folder, mayInstall, wanted = mediaTools, say }: ToolsOptions): Tools {
  const env: Record<string, string> = {}
  const installing = new Set<string>()
  const arrivals: Promise<void>[] = []
  for (const tool of wanted) {
    const given = process.env[tool.variable]
    if (given && !existsSync(given)) say(`${tool.variable} names ${given}, which does not exist.`)
    const link = path.join(folder, tool.program)
    const found = given || (existsSync(`${link}.arriving`) ? undefined : tool.find())
    if (found) {
      env[tool.variable] = found
    } else if (mayInstall && canInstall()) {
      env[tool.variable] = link
      installing.add(tool.name)
      arrivals.push(arrive(tool, link, say).finally(() => installing.delete(tool.name)))
    } else {
      say(installHint(tool))
    }
  }
  return { env, installing: () => [...installing], settled: Promise.all(arrivals).then(() => {}) }
}

/**
 * Links the tool only when apt has finished, because an unpacked program that is not set up would fail. The file
 * LINK.arriving shows the next start that an install failed or was aborted.
 */
async function arrive(tool: Tool, link: string, say: (line: string) => void): Promise<void> {
  mkdirSync(path.dirname(link), { recursive: true, mode: 0o755 })
  writeFileSync(`${link}.arriving`, '')
  rmSync(link, { force: true })
  const problem = await install(tool.packages)
  if (problem === BROKEN_OFF) return
  const installed = findProgram([`/usr/bin/${tool.program}`, `/usr/sbin/${tool.program}`])
  if (problem !== undefined || !installed) return say(`${installHint(tool)} (${problem?.split('\n').at(-1)})`)
  symlinkSync(installed, link)
  rmSync(`${link}.arriving`)
  say(`${tool.name} is installed.`)
}

export function installHint(tool: Tool): string {
  const how = process.platform === 'darwin' ? tool.macos : `sudo apt-get install ${tool.packages.join(' ')}`
  const { name, without = 'work that needs it waits' } = tool
  return `${name} is missing, and ${without}: ${how}, or set ${tool.variable}; then start again.`
}
