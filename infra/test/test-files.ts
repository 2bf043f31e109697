import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import type { PartName } from './options.js'

export interface TestFile {
  part: PartName
  /** Relative to the root, like all paths here: `services/api/src/routes/comments.test.ts`. */
  source: string
  /** The file to run: compiled for tap, the source for Playwright. */
  run: string
  workspace: string
}

const BROWSER_FOLDER = 'web/e2e'

export function testFiles(): TestFile[] {
  const groups = ['packages', 'services', 'workers'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => ({
      workspace: `${group}/${name}`,
      from: `${group}/${name}/src`,
    })),
  )
  const folders = [
    ...groups.map((group) => ({ ...group, to: `${group.workspace}/dist` })),
    { workspace: 'infra', from: 'infra', to: 'infra/dist' },
    { workspace: 'web', from: 'web/src', to: 'web/dist-tests' },
  ]
  const tap = folders.flatMap(({ workspace, from, to }) =>
    below(from, '.test.ts').map((source): TestFile => {
      const compiled = path.relative(from, source).replace(/\.ts$/, '.js')
      return { part: 'tap', source, run: path.join(to, compiled), workspace }
    }),
  )
  const browser = below(BROWSER_FOLDER, '.e2e.ts').map((source): TestFile => ({
    part: 'browser',
    source,
    run: source,
    workspace: 'web',
  }))
  return [...tap, ...browser]
}

function below(folder: string, ending: string): string[] {
  if (!existsSync(path.join(root, folder))) return []
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith(ending) && !name.startsWith('dist/') && !name.includes('node_modules'))
    .sort()
    .map((name) => path.join(folder, name))
}

export const matching = (files: readonly TestFile[], pattern: string): TestFile[] =>
  files.filter(({ source }) => source.includes(pattern))

const NEAR_SHOWN = 5

/** Suggests paths for a pattern that matches none. Paths that contain a longer part of the pattern come first. */
export function nearest(files: readonly TestFile[], pattern: string): string[] {
  return files
    .map(({ source }) => ({ source, shared: longestShared(source, pattern) }))
    .sort((a, b) => b.shared - a.shared || a.source.length - b.source.length)
    .slice(0, NEAR_SHOWN)
    .map(({ source }) => source)
}

function longestShared(text: string, pattern: string): number {
  for (let length = pattern.length; length > 2; length--)
    for (let from = 0; from + length <= pattern.length; from++)
      if (text.includes(pattern.slice(from, from + length))) return length
  return 0
}
