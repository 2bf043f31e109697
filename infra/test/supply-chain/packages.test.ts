import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { root } from '@toile/runtime/root'
import { foreignPackages, lockFaults, type Lock } from './lock-faults.js'

interface Manifest {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  overrides?: Record<string, string>
  allowScripts: Record<string, boolean>
}

/** The environment without npm's variables for this project's scripts. They must not affect another project. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')))

const readJson = <T>(...names: string[]) => JSON.parse(readFileSync(path.join(root, ...names), 'utf8')) as T
const lock = readJson<Lock>('package-lock.json')
const { allowScripts } = readJson<Manifest>('package.json')

await t.test('X15 locks every package to an exact version with its checksum', async (t) => {
  const folders = Object.keys(lock.packages).filter((at) => !at.includes('node_modules'))
  t.ok(folders.length > 15, `${folders.length} manifests are read`)
  for (const folder of folders) {
    const { overrides, ...manifest } = readJson<Manifest>(folder, 'package.json')
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
    const named = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies, ...overrides }
    for (const [name, version] of Object.entries(named))
      t.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${manifest.name}: ${name}`)
  }
  t.ok(foreignPackages(lock).length > 500)
  t.same(lockFaults(lock, allowScripts), [])
  t.same(
    Object.entries(allowScripts).filter(([, allowed]) => allowed),
    [],
    'no package may run anything by being installed',
  )
})

await t.test('X15 detects a lockfile that allows anything else', async (t) => {
  const chosen = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` }
  const faultsOf = (entry: object, at = 'node_modules/a/node_modules/@b/c') =>
    lockFaults({ packages: { ...lock.packages, [at]: { ...chosen, ...entry } } }, allowScripts)
  t.same(faultsOf({}), [])
  for (const [entry, fault] of [
    [{ resolved: 'git+ssh://git@github.com/b/c.git#1234567' }, /address of its own/],
    [{ resolved: 'http://127.0.0.1/c.tgz' }, /address of its own/],
    [{ resolved: 'file:../c.tgz' }, /address of its own/],
    [{ integrity: undefined }, /no sha512/],
    [{ integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }, /no sha512/],
    [{ version: '^1.0.0' }, /no exact version/],
    [{ name: 'unrelated' }, /another package/],
    [{ hasInstallScript: true }, /@b\/c has an install script that nobody has looked at/],
  ] as const)
    t.match(faultsOf(entry), [fault], String(fault))
  t.match(faultsOf({ link: true, resolved: '../elsewhere' }, 'node_modules/c'), [/links out/])
  t.match(lockFaults(lock, { ...allowScripts, gone: true }), [/gone is in allowScripts/])
})

/** Makes a project that is installed and started like this one. The install script of its package writes a file. */
function makeProject(): { folder: string; start: () => { code: number | null; said: string } } {
  const folder = mkdtempSync(path.join(tmpdir(), 'toile-packages-'))
  const write = (name: string, content: string | object) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  write('package/package.json', { name: 'dep', version: '1.0.0', scripts: { postinstall: 'touch ran' } })
  execFileSync('tar', ['-czf', 'dep.tgz', 'package'], { cwd: folder })
  const sha512 = createHash('sha512')
    .update(readFileSync(path.join(folder, 'dep.tgz')))
    .digest('base64')
  const dep = { version: '1.0.0', resolved: 'file:dep.tgz', integrity: `sha512-${sha512}`, hasInstallScript: true }
  const dependencies = { dep: 'file:dep.tgz' }
  write('package.json', { name: 'project', version: '1.0.0', dependencies })
  const packages = { '': { name: 'project', version: '1.0.0', dependencies }, 'node_modules/dep': dep }
  write('package-lock.json', { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages })
  for (const own of ['.npmrc', 'infra/start/bootstrap.mjs']) write(own, readFileSync(path.join(root, own), 'utf8'))
  for (const group of ['packages', 'services', 'workers', 'web']) mkdirSync(path.join(folder, group))
  write('infra/start/build.mjs', '')
  write('infra/dist/cli/toile.js', 'console.log("started")')
  return {
    folder,
    start() {
      const ran = spawnSync(process.execPath, ['infra/start/bootstrap.mjs', 'toile'], {
        cwd: folder,
        env,
        encoding: 'utf8',
      })
      return { code: ran.status, said: ran.stdout + ran.stderr }
    },
  }
}

await t.test('X15 installs without running packages’ scripts, and fails on another checksum', async (t) => {
  const { folder, start } = makeProject()
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  t.match(start(), { code: 0, said: /started/ })
  t.ok(existsSync(path.join(folder, 'node_modules/dep/package.json')))
  t.notOk(existsSync(path.join(folder, 'node_modules/dep/ran')))
  // Runs npm as a developer does by hand, with only the project's settings.
  execFileSync('npm', ['rebuild'], { cwd: folder, env, stdio: 'ignore' })
  t.notOk(existsSync(path.join(folder, 'node_modules/dep/ran')))

  const file = path.join(folder, 'package-lock.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/sha512-..../, 'sha512-AAAA'))
  const { code, said } = start()
  t.equal(code, 1)
  t.match(said, /EINTEGRITY/)
  t.notMatch(said, /started/)
})

await t.test('refuses to install packages while Toile runs from the folder', async (t) => {
  const { folder, start } = makeProject()
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  t.match(start(), { code: 0, said: /started/ })
  mkdirSync(path.join(folder, 'infra/dist/start'))
  writeFileSync(path.join(folder, 'infra/dist/start/start.js'), 'console.log("up"); setInterval(() => {}, 1_000)')
  const running = spawn(process.execPath, ['infra/start/bootstrap.mjs', 'start'], { cwd: folder, env })
  t.teardown(() => running.kill('SIGKILL'))
  for await (const said of running.stdout) if (String(said).includes('up')) break
  t.match(start(), { code: 0, said: /started/ }, 'nothing has to be installed')

  appendFileSync(path.join(folder, 'package-lock.json'), '\n')
  const loaded = path.join(folder, 'node_modules/dep/loaded')
  writeFileSync(loaded, '')
  t.match(start(), { code: 1, said: `process ${running.pid} runs from this folder` })
  t.ok(existsSync(loaded), 'what it runs with stays')
  running.kill('SIGKILL')
  await once(running, 'exit')
  t.match(start(), { code: 0, said: /started/ })
  t.notOk(existsSync(loaded))
})

/** Licences that are allowed for packages at runtime. All of them permit redistribution. */
const LICENCES =
  /^\(?(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|MPL-2\.0|OFL-1\.1|LGPL-3\.0-or-later)\b/

interface Component {
  purl: string
  hashes?: { alg: string }[]
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
  properties?: { name: string; value: string }[]
}

await t.test('X15 lists all components with checksum and licence', async (t) => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, maxBuffer: 16 * 2 ** 20 }).toString()
  // The file is kept, so that it can be published beside a build.
  writeFileSync(path.join(root, 'dist/sbom.json'), text)
  const list = JSON.parse(text) as { bomFormat: string; specVersion: string; components: Component[] }
  t.match(list, { bomFormat: 'CycloneDX', specVersion: /^1\.\d$/ })
  const purls = list.components.map(({ purl }) => decodeURIComponent(purl))
  const wanted = new Set(foreignPackages(lock).map(({ name, version }) => `pkg:npm/${name}@${version}`))
  t.same(new Set(purls.filter((purl) => !purl.startsWith('pkg:npm/@toile/'))), wanted)

  const unnamed: string[] = []
  for (const { purl, hashes = [], licenses = [], properties = [] } of list.components) {
    if (purl.includes('%40toile/')) continue
    t.ok(
      hashes.some(({ alg }) => alg === 'SHA-512'),
      purl,
    )
    if (properties.some(({ name }) => name === 'cdx:npm:package:development')) continue
    const [first] = licenses
    if (!first) unnamed.push(purl.replace(/@[^@]*$/, ''))
    else t.match(first.expression ?? first.license?.id ?? first.license?.name, LICENCES, purl)
  }
  // Both packages are MIT by their licence files, but their package.json does not say so.
  t.same(unnamed.sort(), ['pkg:npm/combine-errors', 'pkg:npm/xmlhttprequest-ssl'])
})
