import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from '@toile/runtime/root'
import { readImportGraph } from './import-graph.js'
import type { TestFile } from './test-files.js'

/** Files that affect every test, because they change the build or the libraries. */
const OF_ALL = /^(package(-lock)?\.json|tsconfig\.json|infra\/start\/build\.mjs)$/
/** A change of these files selects only DOCUMENT_TESTS, although other tests read single documents, too. */
const DOCUMENTS = /^(docs\/.*|[^/]+\.md)$/
const DOCUMENT_TESTS =
  /^(infra\/test\/(threats|supply-chain\/)|infra\/docker\/compose|packages\/media\/src\/models\/formats-document)/

/**
 * Returns the files that changed since `ref`, including uncommitted and deleted files. The default for `ref` is the
 * upstream branch, or else the previous commit. Throws for an unknown ref.
 */
export function changedFiles(ref: string): string[] {
  const since = ref || upstream() || 'HEAD~1'
  const committed = git('diff', '--name-only', `${since}...HEAD`)
  const edited = git('diff', '--name-only', 'HEAD')
  const added = git('ls-files', '--others', '--exclude-standard')
  return [...new Set([...committed, ...edited, ...added])].sort()
}

/**
 * Selects all tests if OF_ALL matches a changed file, otherwise the tests that import or start a changed file. A file
 * without such a test selects DOCUMENT_TESTS if it is a document. Any other such file selects the browser tests named
 * like its folder or, if there are none, all tests of its workspace. Files outside the workspaces belong to infra.
 */
export async function dependingOn(changed: readonly string[], all: readonly TestFile[]): Promise<TestFile[]> {
  if (changed.some((file) => OF_ALL.test(file))) return [...all]
  const closures = await readImportGraph(all.map(({ source }) => source))
  const reached = new Set<TestFile>()
  for (const file of changed) {
    const importing = all.filter(({ source }) => closures.get(source)?.has(file))
    for (const test of importing.length ? importing : near(file, all)) reached.add(test)
  }
  return all.filter((test) => reached.has(test))
}

function near(file: string, all: readonly TestFile[]): TestFile[] {
  if (DOCUMENTS.test(file)) return all.filter(({ source }) => DOCUMENT_TESTS.test(source))
  const workspace = /^(?:(?:packages|services|workers)\/[^/]+|web)(?=\/)/.exec(file)?.[0] ?? 'infra'
  const folder = /^web\/src\/(?:features\/)?([^/]+?)s?\//.exec(file)?.[1]
  const named = folder ? all.filter(({ source }) => source.startsWith(`web/e2e/${folder}`)) : []
  return named.length ? named : all.filter((test) => test.workspace === workspace)
}

function upstream(): string | undefined {
  try {
    return git('rev-parse', '--abbrev-ref', '@{upstream}')[0]
  } catch {
    return undefined
  }
}

function git(...args: string[]): string[] {
  try {
    const text = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    return text.split('\n').filter(Boolean)
  } catch (error) {
    throw new Error(`git ${args.join(' ')}: ${String((error as { stderr?: string }).stderr).trim()}`, { cause: error })
  }
}

export const present = (files: readonly string[]): string[] => files.filter((file) => existsSync(path.join(root, file)))
