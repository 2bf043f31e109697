import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { BROKEN_OFF, canInstall, install } from './apt.js'
import { findProgram } from './find-program.js'

export interface Tool {
  name: string
  /** Names the program where it lies elsewhere. */
  variable: `${string}_PATH`
  packages: string[]
  program: string
  find: () => string | undefined
  macos: string
  /** What its lack means, where work goes on without. */
  without?: string
}

export const chromiumTool: Tool = {
  name: 'Chromium',
  variable: 'CHROMIUM_PATH',
  // Its sandbox's helper serves hosts without user namespaces; the fonts are for pages, garments need none.
  packages: ['chromium', 'chromium-sandbox', 'fonts-liberation'],
  program: 'chromium',
  find: () =>
    findProgram([
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
  // Both come in one package; the npm packages that bring an ffmpeg bring no ffprobe.
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

/** What the work on people's files needs. The small one first: it arrives before what it is to lock in. */
const mediaTools = [...(process.platform === 'linux' ? [bubblewrapTool] : []), chromiumTool, ffmpegTool]

export interface Tools {
  /** CHROMIUM_PATH and FFMPEG_PATH. The file of one that is still being installed appears when it can be used. */
  env: Record<string, string>
  /** Names of what is still being installed. */
  installing(): string[]
  /** Resolves when nothing is being installed any more. */
  settled: Promise<void>
}

export interface ToolsOptions {
  /** Holds a link for each tool that arrives late. */
  folder: string
  /** Whether apt may bring what is missing, in the background. */
  mayInstall: boolean
  wanted?: Tool[]
  say: (line: string) => void
}

/**
 * Finds Chromium and ffmpeg: what the environment names, what is installed, else what apt brings. What cannot be had
 * is said in one line; the rest of Toile runs.
 */
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
 * Installs it, and only then makes the link by which workers know it: a file that apt has unpacked but not yet set up
 * would start and fail. For the same reason a mark tells the next start of an install that was broken off.
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
  say(`${tool.name} has arrived.`)
}

export function installHint(tool: Tool): string {
  const how = process.platform === 'darwin' ? tool.macos : `sudo apt-get install ${tool.packages.join(' ')}`
  const { name, without = 'work that needs it waits' } = tool
  return `${name} is missing, and ${without}: ${how}, or set ${tool.variable}; then start again.`
}
