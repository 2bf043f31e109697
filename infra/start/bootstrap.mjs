// node infra/start/bootstrap.mjs COMMAND [ARGUMENTS] installs and compiles where needed, then runs the command. This
// file is plain JavaScript, because nothing is installed or compiled yet.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const COMMANDS = {
  start: 'infra/dist/start/start.js',
  test: 'infra/dist/test/run.js',
  worker: 'infra/dist/start/worker.js',
  toile: 'infra/dist/cli/toile.js',
  chaos: 'infra/dist/chaos/chaos.js',
  fuzz: 'infra/dist/test/fuzz.js',
  bench: 'infra/dist/bench/bench.js',
  lighthouse: 'infra/dist/bench/lighthouse.js',
  screens: 'infra/dist/test/screens/screens.js',
  garments: 'packages/demo/dist/gallery.js',
}
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const installedStamp = path.join(root, 'node_modules/.toile-lock')
const builtStamp = path.join(root, 'dist/.built')
const runningFolder = path.join(root, 'dist/.running')
const show = process.stdout.isTTY
  ? (text) => process.stdout.write(`\r\x1b[2K${text}`)
  : (text, last) => last && console.log(text)

function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(`Toile needs Node 20.19 or later; this is ${process.versions.node}. Get a newer one from https://nodejs.org.`)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Node's version is left out, because our native packages use Node-API and run with every version. */
function lockHash() {
  const { platform, arch } = process
  return sha256(`${read(path.join(root, 'package-lock.json'))} ${platform} ${arch}`)
}

function markRunning() {
  const mark = path.join(runningFolder, String(process.pid))
  mkdirSync(runningFolder, { recursive: true })
  writeFileSync(mark, '')
  process.on('exit', () => rmSync(mark, { force: true }))
}

function running() {
  const marked = existsSync(runningFolder) ? readdirSync(runningFolder) : []
  return marked.filter((pid) => {
    if (isRunning(pid)) return true
    rmSync(path.join(runningFolder, pid), { force: true })
    return false
  })
}

function isRunning(pid) {
  // Where /proc exists, it shows whether the id belongs to another program by now.
  if (existsSync('/proc/self/cmdline')) return read(`/proc/${pid}/cmdline`).includes('bootstrap.mjs')
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The bundlers interpret some of these characters. initdb fails on quotes in its path. */
function checkFolder() {
  const [sign] = /[?#*"]/.exec(root) ?? []
  if (sign) stop(`Toile cannot be built or started in a folder with ${sign} in its name: ${root}. Move it elsewhere.`)
}

async function install() {
  const wanted = lockHash()
  if (read(installedStamp) === wanted) return
  const [other] = running()
  if (other)
    stop(
      `The packages have to be installed anew (package-lock.json changed), and process ${other} runs from this folder with those that are there. Stop it first.`,
    )
  const folders = packageFolders()
  console.log(`Installing ${folders.length} packages (on the first start, and when package-lock.json changed) ...`)
  const began = Date.now()
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000)
    show(`  ${folders.filter(existsSync).length} of ${folders.length} packages, ${seconds} s`, seconds % 10 === 0)
  }, 1000)
  // dev and optional are explicit, because NODE_ENV=production or npm settings may omit them.
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  const code = await run(npm[0], [...npm.slice(1), ...args])
  clearInterval(timer)
  show('')
  if (code !== 0)
    stop('Installing the packages failed, see above. Check that this machine reaches the npm registry, and try again.')
  writeFileSync(installedStamp, wanted)
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}

function packageFolders() {
  const { packages } = JSON.parse(read(path.join(root, 'package-lock.json')))
  return Object.entries(packages)
    .filter(([name, entry]) => name.startsWith('node_modules/') && !entry.link && !entry.optional)
    .map(([name]) => path.join(root, name, 'package.json'))
}

function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', (error) => stop(`Could not run ${command}: ${error.message}`))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Hashes the files' paths, sizes and times, because reading all sources would slow down every start. */
function sourceHashes() {
  const folders = ['packages', 'services', 'workers'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => `${group}/${name}`),
  )
  const lock = lockHash()
  return Object.fromEntries([...folders, 'infra', 'web'].map((folder) => [folder, sha256(lock + stateOf(folder))]))
}

function stateOf(folder) {
  const lines = []
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    if (!entry.isFile() || /[\\/](dist|dist-tests|node_modules)[\\/]/.test(file)) continue
    const { size, mtimeMs } = statSync(file)
    lines.push(`${path.relative(root, file)} ${size} ${mtimeMs}`)
  }
  return lines.sort().join('\n')
}

async function compile(entry) {
  const hashes = sourceHashes()
  const built = existsSync(path.join(root, entry)) ? JSON.parse(read(builtStamp) || '{}') : {}
  const changed = Object.keys(hashes).filter((folder) => hashes[folder] !== built[folder])
  if (changed.length === 0) return
  console.log('Building ...')
  const began = Date.now()
  // The stamp is removed first, because a half-finished build must not count as built.
  rmSync(builtStamp, { force: true })
  // The build has its own process. In this process, the compiler's memory would stay allocated as long as Toile runs.
  const args = [path.join(root, 'infra/start/build.mjs'), ...(Object.keys(built).length ? changed : [])]
  if ((await run(process.execPath, args)) !== 0) stop('The build failed, see above.')
  mkdirSync(path.dirname(builtStamp), { recursive: true })
  writeFileSync(builtStamp, JSON.stringify(hashes))
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`)
}

const [command, ...rest] = process.argv.slice(2)
const entry = COMMANDS[command]
if (!entry) stop(`Unknown command ${command ?? ''}: there are ${Object.keys(COMMANDS).join(', ')}.`)
checkNode()
checkFolder()
await install()
markRunning()
await compile(entry)
if (!existsSync(path.join(root, entry))) stop(`${entry} is missing: \`npm run ${command}\` has nothing to run yet.`)
process.argv = [process.argv[0], path.join(root, entry), ...rest]
await import(pathToFileURL(path.join(root, entry)).href)
