import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build, type Plugin } from 'esbuild'
import { root } from '@toile/runtime/root'

/** `new URL('./child.js', import.meta.url)` names a file that is started or read. esbuild does not follow such URLs. */
const STARTED_SCRIPT = /new URL\(\s*['"`]([^'"`$]+)\.js['"`],\s*import\.meta\.url/g

/** Our packages are read as source. Libraries are left out, because a change of the lockfile selects every test. */
const oursAlone: Plugin = {
  name: 'ours-alone',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name }) =>
      name.startsWith('@toile/') ? undefined : { path: name, external: true },
    )
  },
}

/** Returns, for each entry, that entry and all sources it imports or starts, at any depth. Paths are from the root. */
export async function readImportGraph(entries: readonly string[]): Promise<Map<string, Set<string>>> {
  const imports = new Map<string, string[]>()
  // The started scripts that one pass finds are the entries of the next pass, because they may start others.
  for (let wanted = [...new Set(entries)]; wanted.length;) {
    const { metafile } = await build({
      absWorkingDir: root,
      // All entries are in one bundle, because separate bundles would each contain a copy of all their imports.
      stdin: { contents: wanted.map((file) => `import './${file}'`).join('\n'), resolveDir: root },
      outdir: 'out',
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      conditions: ['source'],
      jsx: 'automatic',
      loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty', '.py': 'empty' },
      plugins: [oursAlone],
      logLevel: 'silent',
    })
    for (const [file, input] of Object.entries(metafile.inputs)) {
      if (file === '<stdin>') continue
      const own = input.imports.filter(({ external }) => !external).map((each) => each.path)
      imports.set(file, [...own, ...scriptsStartedBy(file)])
    }
    const known = [...imports.values()].flat()
    wanted = [...new Set(known)].filter((file) => !imports.has(file))
  }
  return new Map(entries.map((entry) => [entry, closureOf(entry, imports)]))
}

function scriptsStartedBy(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(STARTED_SCRIPT)]
    .map(([, script]) => `${path.join(path.dirname(file), script!).replace('/dist/', '/src/')}.ts`)
    .filter((source) => existsSync(path.join(root, source)))
}

function closureOf(entry: string, imports: ReadonlyMap<string, string[]>): Set<string> {
  const closure = new Set<string>()
  for (const waiting = [entry]; waiting.length;) {
    const file = waiting.pop()!
    if (closure.has(file)) continue
    closure.add(file)
    waiting.push(...(imports.get(file) ?? []))
  }
  return closure
}
