import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transform } from 'esbuild'
import { root } from '../start/processes.js'
import type { Mutation } from './mutations.js'

const COPIED = ['packages', 'services', 'workers', 'node_modules']

/** A copy of what runs, in a temporary folder: by hard links, and by one of each other entry. Gives its path. */
export function copyTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'toile-mutate-'))
  // As root, media tools run as another user, who has to get in.
  chmodSync(copy, 0o755)
  for (const entry of readdirSync(root))
    if (!COPIED.includes(entry)) symlinkSync(path.join(root, entry), path.join(copy, entry))
  const copied = COPIED.map((entry) => path.join(root, entry))
  // Isolated media tools see these folders and nothing else, so no link may lead out of them.
  if (spawnSync('cp', ['-al', ...copied, copy]).status !== 0) execFileSync('cp', ['-a', ...copied, copy])
  return copy
}

/** The source without its guard. @throws Error where the guard does not stand there exactly once */
export function mutated({ file, guard, becomes }: Mutation): string {
  const source = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : ''
  const parts = source.split(guard)
  if (parts.length !== 2) throw new Error(`${file} has it ${parts.length - 1} times, not once: ${guard}`)
  return parts.join(becomes)
}

/** Compiles the source without its guard into the copy; the function that it gives puts the guard back. */
export async function mutate(copy: string, mutation: Mutation): Promise<() => void> {
  const { code } = await transform(mutated(mutation), { loader: 'ts', format: 'esm', target: 'node20' })
  const compiled = path.join(copy, compiledOf(mutation.file))
  const before = readFileSync(compiled)
  const put = (content: string | Buffer) => {
    // Not into the file that it shares with the tree.
    rmSync(compiled)
    writeFileSync(compiled, content)
  }
  put(code)
  return () => put(before)
}

/** Where infra/start/build.mjs puts a source file. */
export const compiledOf = (source: string) => source.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
