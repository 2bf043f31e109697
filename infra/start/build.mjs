// Compiles every workspace's TypeScript to plain JavaScript beside it (src -> dist), file by file, and bundles the
// web client and the page that headless Chromium renders. Types are checked apart, by `npm run types`.
// esbuild only strips types here (under a second for the whole tree), so what runs is what was written.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import * as esbuild from 'esbuild'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/**
 * Libraries of hundreds of small modules and nothing else, whose loading was most of a start: each becomes one file, and
 * what we compile for Node imports that one.
 */
const gatheredLibraries = ['kysely', 'typebox', 'typebox/value']
const gatheredFolder = path.join(root, 'packages/runtime/dist/libraries')
const gatheredName = (library) => library.replace('/', '.')
const importOfGathered = new RegExp(`(\\bfrom |\\bimport\\()"(${gatheredLibraries.join('|')})"`, 'g')

/** Folders that hold TypeScript for Node: each is compiled into its own dist. */
async function nodeWorkspaces() {
  const found = []
  for (const group of ['packages', 'services', 'workers'])
    for (const name of await readdir(path.join(root, group)))
      found.push({ from: path.join(root, group, name, 'src'), to: path.join(root, group, name, 'dist') })
  found.push({ from: path.join(root, 'infra'), to: path.join(root, 'infra/dist') })
  return found.filter(({ from }) => existsSync(from))
}

async function sourcesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((e) => e.isFile() && /\.ts$/.test(e.name) && !/\.d\.ts$/.test(e.name))
    .map((e) => path.join(e.parentPath ?? e.path, e.name))
    .filter((file) => !file.includes(`${path.sep}dist${path.sep}`))
}

async function gatherLibraries() {
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(gatheredLibraries.map((library) => [gatheredName(library), library])),
    outdir: gatheredFolder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  })
}

/** The code of a compiled file, whose imports of gathered libraries lead to what was made of them. */
function withGathered({ path: file, text }) {
  const folder = path.relative(path.dirname(file), gatheredFolder)
  return text.replace(importOfGathered, (_all, words, library) => {
    const to = `${folder}/${gatheredName(library)}.js`
    return `${words}"${to.startsWith('.') ? to : `./${to}`}"`
  })
}

/** What a build calls itself: the version of package.json, and the commit where there is one: `0.1.0+82984efa`. */
function versionOfBuild() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  // Not the commit of another project that an unpacked Toile lies in.
  if (!existsSync(path.join(root, '.git'))) return version
  try {
    const asked = ['rev-parse', '--short=8', 'HEAD']
    return `${version}+${execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`
  } catch {
    return version
  }
}
const define = { BUILT_VERSION: JSON.stringify(versionOfBuild()) }

async function compile({ from, to }) {
  const entryPoints = await sourcesIn(from)
  if (entryPoints.length === 0) return
  // A file whose source is gone must not linger: a deleted test would still run.
  await rm(to, { recursive: true, force: true })
  const { outputFiles } = await esbuild.build({
    entryPoints,
    define,
    outbase: from,
    outdir: to,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
    write: false,
  })
  for (const file of outputFiles) {
    await mkdir(path.dirname(file.path), { recursive: true })
    await writeFile(file.path, file.path.endsWith('.js') ? withGathered(file) : file.contents)
  }
}

/** The pages that packages/browser opens in headless Chromium: one script each, packages/scene and three inside. */
async function bundlePages() {
  await esbuild.build({
    entryPoints: {
      'page.bundle': path.join(root, 'packages/browser/src/page/page.ts'),
      'convert.bundle': path.join(root, 'packages/browser/src/page/convert.ts'),
    },
    bundle: true,
    outdir: path.join(root, 'packages/browser/dist'),
    format: 'esm',
    platform: 'browser',
    target: 'chrome120',
    conditions: ['source'],
    minify: true,
    logLevel: 'warning',
  })
}

/**
 * The tests of web's sources, for Node: each with what it imports of them, and without its styles. Not below web/dist,
 * which Vite empties and the API serves.
 */
async function bundleWebTests() {
  const from = path.join(root, 'web/src')
  const to = path.join(root, 'web/dist-tests')
  await rm(to, { recursive: true, force: true })
  await esbuild.build({
    entryPoints: (await sourcesIn(from)).filter((file) => file.endsWith('.test.ts')),
    define,
    outbase: from,
    outdir: to,
    bundle: true,
    splitting: true,
    // What is taken in finds web's React and not the older one of the root.
    external: ['@toile/*', 'fast-check', 'i18next', 'react', 'react-dom'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    loader: { '.css': 'empty' },
    jsx: 'automatic',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'warning',
  })
}

async function bundleWeb() {
  if (!existsSync(path.join(root, 'web/vite.config.ts'))) return
  const vite = await import('vite')
  await vite.build({ root: path.join(root, 'web'), logLevel: 'warn' })
  await compressAssets(path.join(root, 'web/dist/assets'))
}

/** A smaller copy beside each text file, once and not at each request: the edge sends it to whoever reads Brotli. */
async function compressAssets(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const name of await readdir(folder))
    if (/\.(js|css|svg)$/.test(name)) {
      const bytes = await readFile(path.join(folder, name))
      await writeFile(path.join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
    }
}

/** Builds what these workspaces go into, all of it where none is named; `web: false` leaves out the Vite build. */
async function build(changed, { web = true } = {}) {
  const isConcerned = (...folders) => changed.length === 0 || folders.some((folder) => changed.includes(folder))
  const workspaces = (await nodeWorkspaces()).filter(({ to }) => isConcerned(path.dirname(path.relative(root, to))))
  await Promise.all(workspaces.map(compile))
  if (isConcerned('packages/runtime')) await gatherLibraries()
  if (isConcerned('packages/browser', 'packages/scene', 'packages/contracts')) await bundlePages()
  if (isConcerned('web', 'packages/scene', 'packages/contracts')) await bundleWebTests()
  if (web && isConcerned('web', 'packages/scene', 'packages/contracts')) await bundleWeb()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await build(
    args.filter((arg) => !arg.startsWith('--')),
    { web: !args.includes('--no-web') },
  )
}
