import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transform } from 'esbuild'
import { root } from '../start/processes.js'
import type { Mutation } from './mutations.js'

const GROUPS = ['packages', 'services', 'workers']

/** A copy of what is compiled, in a temporary folder; what no mutation changes is linked. Gives its path. */
export function copyTree(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'toile-mutate-'))
  // As root, media tools run as another user, who has to get in.
  chmodSync(copy, 0o755)
  const link = (entry: string) => symlinkSync(path.join(root, entry), path.join(copy, entry))
  for (const entry of readdirSync(root)) if (![...GROUPS, 'node_modules'].includes(entry)) link(entry)
  for (const group of GROUPS)
    for (const name of readdirSync(path.join(root, group))) {
      mkdirSync(path.join(copy, group, name), { recursive: true })
      for (const entry of readdirSync(path.join(root, group, name))) {
        const within = path.join(group, name, entry)
        if (entry === 'dist') cpSync(path.join(root, within), path.join(copy, within), { recursive: true })
        else link(within)
      }
    }
  // Our own packages by the same relative links, so that they are those of the copy.
  mkdirSync(path.join(copy, 'node_modules/@toile'), { recursive: true })
  for (const entry of readdirSync(path.join(root, 'node_modules')))
    if (entry !== '@toile') link(path.join('node_modules', entry))
  for (const entry of readdirSync(path.join(root, 'node_modules/@toile'))) {
    const own = path.join('node_modules/@toile', entry)
    symlinkSync(readlinkSync(path.join(root, own)), path.join(copy, own))
  }
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
  writeFileSync(compiled, code)
  return () => writeFileSync(compiled, before)
}

/** Where infra/build.mjs puts a source file. */
export const compiledOf = (source: string) => source.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
