import { MAX_CUE_LENGTH, MAX_CUES } from '@toile/contracts/courses/courses.constants'

export class CaptionsProblem extends Error {
  readonly line: number

  constructor(line: number) {
    super(`not WebVTT in line ${line}`)
    this.line = line
  }
}

const TIME = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const timing = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}((?:[ \\t]+\\S+)*)[ \\t]*$`)
/** Only these cue settings are kept. They position the text. */
const SETTING = /^(vertical|line|position|size|align):[\w%.,-]{1,32}$/

/** Reduces WebVTT to times, position settings and texts. https://www.w3.org/TR/webvtt1/ @throws CaptionsProblem */
export function plainCaptions(bytes: Uint8Array, endSeconds: number): { text: string; cues: number } {
  const lines = decode(bytes)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
  if (!/^WEBVTT([ \t].*)?$/.test(lines[0] ?? '')) throw new CaptionsProblem(1)
  let at = lines.indexOf('')
  if (at < 0 || lines.slice(1, at).some((line) => line.includes('-->'))) throw new CaptionsProblem(2)
  const cues: string[] = []
  while (at < lines.length) {
    if (lines[at] === '') {
      at++
      continue
    }
    const end = lines.indexOf('', at)
    const block = lines.slice(at, end < 0 ? undefined : end)
    if (!/^(NOTE([ \t]|$)|STYLE[ \t]*$|REGION[ \t]*$)/.test(block[0]!)) cues.push(cueOf(block, at + 1, endSeconds))
    if (cues.length > MAX_CUES) throw new CaptionsProblem(at + 1)
    at += block.length
  }
  if (cues.length === 0) throw new CaptionsProblem(lines.length)
  return { text: `WEBVTT\n\n${cues.join('\n\n')}\n`, cues: cues.length }
}

function cueOf(block: readonly string[], line: number, endSeconds: number): string {
  const at = block[0]!.includes('-->') ? 0 : 1
  const match = timing.exec(block[at] ?? '')
  if (!match) throw new CaptionsProblem(line + at)
  const [, h1, m1, s1, ms1, h2, m2, s2, ms2, settings = ''] = match
  const from = seconds(h1, m1, s1, ms1)
  const to = seconds(h2, m2, s2, ms2)
  if (to <= from || from > endSeconds) throw new CaptionsProblem(line + at)
  const textLines = block.slice(at + 1)
  const text = textLines.join('\n')
  if (text.trim() === '' || text.length > MAX_CUE_LENGTH || text.includes('-->'))
    throw new CaptionsProblem(line + at + 1)
  const knownSettings = settings.split(/[ \t]+/).filter((one) => SETTING.test(one))
  return `${[clock(from), '-->', clock(to), ...knownSettings].join(' ')}\n${text}`
}

const seconds = (hours = '0', minutes = '0', rest = '0', milliseconds = '0') =>
  Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest) + Number(milliseconds) / 1_000

function clock(at: number): string {
  const ms = Math.round(at * 1_000)
  const two = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60]
  return `${two(hours)}:${two(minutes)}:${two(rest)}.${String(ms % 1_000).padStart(3, '0')}`
}

function decode(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (text.includes('\0')) throw new CaptionsProblem(1)
    return text
  } catch {
    throw new CaptionsProblem(1)
  }
}
