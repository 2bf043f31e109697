import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { FolderStorage } from '@toile/storage/folder'
import { storageKey } from '@toile/storage/keys'
import { giveFile } from './made-files.js'
import { runIsolated } from './sandbox.js'
import type { Trespass } from './sandbox-trespass.test-process.js'

const script = fileURLToPath(new URL('./sandbox-trespass.test-process.js', import.meta.url))
const Codes = Type.Array(Type.String())
const Met = Type.Object({
  ownFile: Type.String(),
  given: Type.String(),
  writes: Codes,
  reads: Codes,
  found: Codes,
  connects: Codes,
  processes: Type.Number(),
  capabilities: Type.String(),
  asked: Codes,
})
// All files are in one folder, because a worker's files and its store may share a folder in a container.
const folder = await mkdtemp(path.join(tmpdir(), 'toile-sandbox-'))
await chmod(folder, 0o755)
t.teardown(() => rm(folder, { recursive: true, force: true }))

type Met = Static<typeof Met>
const asRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }

/** Runs the code as an ordinary user, who cannot read every path. So the code is bind-mounted to a readable folder. */
async function runAsNobody(run: Parameters<typeof runIsolated>[0]): Promise<Met> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const shown = await mkdtemp(path.join(tmpdir(), 'toile-shown-'))
  await chmod(shown, 0o755)
  t.teardown(() => rm(shown, { recursive: true }))
  const within = (file: string) => path.join(shown, path.relative(root, file))
  const command = 'mount --bind "$1" "$2" && shift 2 && exec "$@"'
  const drop = ['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups', '--inh-caps=-all']
  const worker = [process.execPath, within(fileURLToPath(new URL('./sandbox-worker.test-process.js', import.meta.url)))]
  const { stdout } = await promisify(execFile)(
    'unshare',
    [
      '--mount',
      'sh',
      '-c',
      command,
      'sh',
      root,
      shown,
      ...drop,
      ...worker,
      JSON.stringify({ ...run, script: within(run.script) }),
    ],
    { cwd: '/' },
  )
  return Value.Parse(Met, JSON.parse(stdout))
}

/**
 * The users under which worker and child run: root and another user (as the launcher starts them), root for both, or
 * one ordinary user for both (as in a container).
 */
const ways: Record<string, (run: Parameters<typeof runIsolated>[0]) => Promise<Met>> = asRoot
  ? {
      'another user than root': (run) => runIsolated({ ...run, answer: Met, user: nobody }),
      root: (run) => runIsolated({ ...run, answer: Met }),
      'an ordinary user': runAsNobody,
    }
  : { 'an ordinary user': (run) => runIsolated({ ...run, answer: Met }) }

/** Starts a process with a pid above 100. A lower pid might also belong to a different process inside the sandbox. */
function otherProcess(): ChildProcess {
  const other = spawn('sleep', ['60'])
  if (other.pid! > 100) return other
  other.kill()
  return otherProcess()
}

for (const [as, runTrespass] of Object.entries(ways))
  await t.test(`U07 a compromised media tool sees its own work and nothing else, as ${as}`, async (t) => {
    const [workDir, otherJob, store] = ['work', 'other', 'files'].map((name) => path.join(folder, newId(), name))
    await Promise.all([workDir, otherJob].map((name) => mkdir(name!, { recursive: true })))
    const others = path.join(otherJob!, 'garment.glb')
    const input = path.join(otherJob!, 'input.glb')
    await Promise.all([others, input].map((file) => writeFile(file, 'of another upload', { mode: 0o666 })))
    await giveFile(workDir!, input, 'piece', undefined)
    const key = storageKey('originals', newId())
    await new FolderStorage({ driver: 'folder', folder: store! }).put(key, Buffer.from('of another person'))
    const stored = path.join(store!, key)
    // The ordinary user owns all files, as the worker's user does in a container.
    if (as === 'an ordinary user' && asRoot)
      await promisify(execFile)('chown', [
        '-R',
        `${nobody.uid}:${nobody.gid}`,
        ...[workDir!, otherJob!, store!].map((one) => path.dirname(one)),
      ])
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    t.teardown(() => server.close())
    const other = otherProcess()
    t.teardown(() => other.kill())

    const met = await runTrespass({
      script,
      answer: Met,
      failures: [],
      args: {
        writes: [
          '/proc/sys/kernel/core_pattern',
          '/etc/passwd',
          '/usr/bin/env',
          others,
          stored,
          script,
          '/new',
          `/proc/${other.pid}/mem`,
        ],
        reads: [others, stored, input, '/etc/passwd', '/etc/shadow', `/proc/${other.pid}/environ`],
        searches: [folder, '/etc/ssl', '/home', '/root', '/var', '/run', '/tmp'],
        connects: [
          { host: '127.0.0.1', port },
          { host: '192.0.2.1', port: 80 },
        ],
      } satisfies Trespass,
      inputPath: input,
      workDir: workDir!,
      maxMemoryBytes: 512 * 2 ** 20,
      timeoutMs: 20_000,
    })
    t.equal(met.ownFile, 'done', 'in its own folder it writes')
    t.equal(met.given, 'done', 'what it was given it reads')
    t.same(
      met.found.sort(),
      ['piece', 'of-its-own'].map((name) => path.join(workDir!, name === 'piece' ? 'given' : 'child', name)).sort(),
      'no other file is there',
    )
    for (const code of met.writes) t.match(code, /^(EACCES|EROFS|EPERM|ENOENT)$/)
    for (const code of met.reads) t.equal(code, 'ENOENT')
    // Nothing listens on the sandbox's own loopback.
    for (const code of met.connects) t.match(code, /^(ENETUNREACH|ECONNREFUSED)$/)
    t.equal(met.processes, 2, 'no process of others')
    t.equal(Number.parseInt(met.capabilities, 16), 0, 'no right of the kernel')
    t.same(met.asked, ['refused', '1', '1'], 'no namespace, no memory that no limit sees (EPERM)')
  })
