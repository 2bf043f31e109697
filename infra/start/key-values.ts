import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Values are literal, without quotes. */
export function readKeyValues(file: string): Record<string, string> {
  if (!existsSync(file)) return {}
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '')]),
  ) as Record<string, string>
}

/** Replaces the file atomically. Only its owner can read it. */
export function writeKeyValues(file: string, values: Record<string, string>, comment: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const lines = Object.entries(values).map(([key, value]) => `${key}=${value}`)
  writeFileSync(`${file}.new`, [`# ${comment}`, ...lines, ''].join('\n'), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}
