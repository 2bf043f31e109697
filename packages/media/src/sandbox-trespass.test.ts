import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { FolderStorage } from '@toile/storage/folder'
import { storageKey } from '@toile/storage/keys'
import { isolation } from './isolation.js'
import { runIsolated } from './sandbox.js'
import type { Trespass } from './sandbox-trespass.test-process.js'

const script = fileURLToPath(new URL('./sandbox-trespass.test-process.js', import.meta.url))
// mkdtemp makes folders that only their owner enters, as the worker makes one for each job.
const [workDir, otherJob] = await Promise.all([1, 2].map(() => mkdtemp(path.join(tmpdir(), 'toile-sandbox-'))))
const Codes = Type.Array(Type.String())
const asRoot = process.getuid?.() === 0
t.teardown(() => Promise.all([workDir!, otherJob!].map((folder) => rm(folder, { recursive: true, force: true }))))

await t.test('U07 a media tool that was taken over writes nowhere else, and reaches no network', async (t) => {
  const others = path.join(otherJob!, 'garment.glb')
  await writeFile(others, 'of another upload')
  const store = path.join(otherJob!, '..', `${path.basename(otherJob!)}-files`)
  t.teardown(() => rm(store, { recursive: true, force: true }))
  const key = storageKey('originals', newId())
  await new FolderStorage({ driver: 'folder', folder: store }).put(key, Buffer.from('of another person'))
  const stored = path.join(store, key)
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  t.teardown(() => server.close())

  // Below root the child is the worker's own user, so only what belongs to the system is out of its reach.
  const ofWorker = asRoot ? [others, path.join(otherJob!, 'new'), script, `/proc/${process.pid}/mem`] : []
  const met = await runIsolated({
    script,
    answer: Type.Object({ ownFile: Type.String(), writes: Codes, reads: Codes, connects: Codes }),
    args: {
      writes: ['/etc/passwd', '/usr/bin/env', ...ofWorker],
      reads: asRoot ? ['/etc/shadow', others, stored, `/proc/${process.pid}/environ`] : [],
      connects: [
        { host: '127.0.0.1', port },
        { host: '192.0.2.1', port: 80 },
      ],
    } satisfies Trespass,
    inputPath: script,
    workDir: workDir!,
    maxMemoryBytes: 512 * 2 ** 20,
    timeoutMs: 20_000,
    user: asRoot ? { uid: 65534, gid: 65534 } : undefined,
  })
  t.equal(met.ownFile, 'done', 'in its own folder it writes')
  for (const code of [...met.writes, ...met.reads]) t.match(code, /^(EACCES|EROFS|EPERM)$/)
  if (isolation().network !== 'reachable') for (const code of met.connects) t.equal(code, 'ENETUNREACH')
})
