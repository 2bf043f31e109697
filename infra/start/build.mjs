// Bundles every process (with our packages inside and libraries outside), the web client, and pages for headless
// Chromium. Also compiles each TypeScript file by itself, for tests. It checks no types; `npm run types` does.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, cp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import * as esbuild from 'esbuild'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

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

/** The version of package.json. In a git checkout, the commit is appended, as in `0.1.0+82984efa`. */
function versionOfBuild() {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  // Without this check, git would return the commit of another repository that contains an unpacked Toile.
  if (!existsSync(path.join(root, '.git'))) return version
  try {
    const asked = ['rev-parse', '--short=8', 'HEAD']
    return `${version}+${execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()}`
  } catch {
    return version
  }
}
const define = { BUILT_VERSION: JSON.stringify(versionOfBuild()) }

const forNode = {
  define,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  logLevel: 'warning',
}

/** Keeps all imports external except those of JSON, because Node 20 warns about JSON imports. */
const withJsonInside = {
  name: 'JSON inside',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.endsWith('.json') ? undefined : { path: name, external: true },
    )
  },
}

async function compile({ from, to }) {
  const entryPoints = await sourcesIn(from)
  if (entryPoints.length === 0) return
  // Old output is removed, because otherwise a deleted test would still run.
  await rm(to, { recursive: true, force: true })
  await esbuild.build({ ...forNode, entryPoints, outbase: from, outdir: to, bundle: true, plugins: [withJsonInside] })
}

/** Child processes of packages/media for untrusted files. They must be next to the bundle that starts them. */
const children = [
  'images/make-child',
  'models/prepare-child',
  'videos/video-child',
  'renders/assemble-child',
  'cycles/cycles-child',
]

const garments = (await readdir(path.join(root, 'packages/demo/src/garments')))
  .filter((name) => name.endsWith('.ts') && !name.includes('.test'))
  .map((name) => `garments/${path.basename(name, '.ts')}`)

const programs = [
  ...['services/api', 'services/relay', 'services/realtime', 'workers/notifications', 'workers/analytics'].map(
    (folder) => ({ from: `${folder}/src`, to: `${folder}/dist`, entries: ['main'] }),
  ),
  ...['workers/uploads', 'workers/images', 'workers/videos', 'workers/renders'].map((folder) => ({
    from: `${folder}/src`,
    to: `${folder}/dist`,
    entries: ['main'],
    opensFiles: true,
  })),
  { from: 'packages/db/src', to: 'packages/db/dist', entries: ['migrate-command'], migrates: true },
  { from: 'packages/media/src', to: 'packages/media/dist', entries: children },
  {
    from: 'packages/demo/src',
    to: 'packages/demo/dist',
    entries: ['seed', 'make-garments', ...garments],
    opensFiles: true,
  },
  { from: 'infra/start', to: 'infra/dist/start', entries: ['start', 'worker'] },
  { from: 'infra/start/demo', to: 'infra/dist/start/demo', entries: ['seed-works'], opensFiles: true },
  { from: 'infra/cli', to: 'infra/dist/cli', entries: ['toile'], opensFiles: true, migrates: true },
]

async function bundle({ from, to, entries, opensFiles = false, migrates = false }) {
  const outdir = path.join(root, to)
  const source = (folder, name) => path.join(root, folder, `${name}.ts`)
  const there = existsSync(outdir) ? await readdir(outdir) : []
  for (const name of there.filter((each) => each.startsWith('chunk-'))) await rm(path.join(outdir, name))
  await esbuild.build({
    ...forNode,
    entryPoints: {
      ...Object.fromEntries(entries.map((name) => [name, source(from, name)])),
      ...(opensFiles &&
        Object.fromEntries(children.map((name) => [path.basename(name), source('packages/media/src', name)]))),
    },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'chunk-[hash]',
    conditions: ['source'],
    // Python scripts are imported as text. Page bundles are read by file name, so they are copied below.
    loader: { '.py': 'text' },
    plugins: [withLibrariesApart(outdir)],
  })
  if (opensFiles)
    for (const page of pageBundles)
      await copyFile(path.join(root, 'packages/browser/dist', page), path.join(outdir, page))
  if (migrates) await copyMigrations(path.join(outdir, 'migrations'))
}

async function copyMigrations(to) {
  // Old copies are removed, because otherwise a deleted migration would still be applied.
  await rm(to, { recursive: true, force: true })
  const filter = (file) => !file.endsWith('.ts')
  await cp(path.join(root, 'packages/db/src/schema'), to, { recursive: true, filter })
}

/** Libraries that are bundled, because loading their hundreds of small modules took most of a start. */
const small = ['kysely', 'typebox']

/** Keeps libraries external, except `small` and libraries that the bundle would find in another version at runtime. */
const withLibrariesApart = (outdir) => ({
  name: 'libraries apart',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path: name, resolveDir, kind }) => {
      if (kind === 'entry-point' || name.startsWith('node:') || name.startsWith('@toile/')) return undefined
      const library = name.split('/', name.startsWith('@') ? 2 : 1).join('/')
      if (small.includes(library) || folderOf(library, resolveDir) !== folderOf(library, outdir)) return undefined
      return { path: name, external: true }
    })
  },
})

function folderOf(library, folder) {
  const found = path.join(folder, 'node_modules', library)
  if (existsSync(found)) return found
  return path.dirname(folder) === folder ? undefined : folderOf(library, path.dirname(folder))
}

const pageBundles = ['page.bundle.js', 'convert.bundle.js']

async function bundlePages() {
  await esbuild.build({
    entryPoints: {
      ...Object.fromEntries(
        pageBundles.map((name) => [
          path.basename(name, '.js'),
          path.join(root, 'packages/browser/src/page', name.replace('.bundle.js', '.ts')),
        ]),
      ),
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
 * Bundles web's tests for Node, without styles. The bundles are not in web/dist, which Vite empties and the API serves.
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
    // These imports stay external, so that the tests use web's React and not the older one in the root's node_modules.
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

async function compressAssets(folder) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  for (const name of await readdir(folder))
    if (/\.(js|css|svg)$/.test(name)) {
      const bytes = await readFile(path.join(folder, name))
      await writeFile(path.join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, quality))
    }
}

/** Builds what contains code of the folders `changed` (all if empty). `tests: false` skips what only tests need. */
async function build(changed, { web = true, tests = true } = {}) {
  const isConcerned = (...folders) => changed.length === 0 || folders.some((folder) => changed.includes(folder))
  const ofPackages = changed.some((folder) => folder.startsWith('packages/'))
  const workspaces = (await nodeWorkspaces()).filter(({ to }) => isConcerned(path.dirname(path.relative(root, to))))
  if (tests) await Promise.all(workspaces.map(compile))
  if (isConcerned('packages/browser', 'packages/scene', 'packages/contracts')) await bundlePages()
  await Promise.all(programs.filter(({ to }) => ofPackages || isConcerned(to.replace(/\/dist.*/, ''))).map(bundle))
  if (tests && isConcerned('web', 'packages/scene', 'packages/contracts')) await bundleWebTests()
  if (web && isConcerned('web', 'packages/scene', 'packages/contracts')) await bundleWeb()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2)
  await build(
    args.filter((arg) => !arg.startsWith('--')),
    { web: !args.includes('--no-web'), tests: !args.includes('--no-tests') },
  )
}
