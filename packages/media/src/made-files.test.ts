import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from '@toile/testing/tap'
import { childFolder, takeBytes, takeFile } from './made-files.js'
import { SandboxError } from './sandbox-error.js'

const workDir = t.testdir({ secrets: 'glTF SECRET=1234' })
const child = childFolder(workDir)
await mkdir(child)
const wanted = { kind: 'glb', maxBytes: 100 } as const
const good = Buffer.from('glTF and the rest')

t.test("the worker counts and hashes a child's file and moves it where only the worker writes", async (t) => {
  await writeFile(path.join(child, 'web.glb'), good)
  const taken = await takeFile(workDir, 'web.glb', wanted)
  t.same([taken.bytes, taken.sha256], [good.length, createHash('sha256').update(good).digest('hex')])
  await writeFile(path.join(child, 'web.glb'), 'glTF written later')
  t.same(await readFile(taken.path), good)
  t.notOk(taken.path.startsWith(child))
})

t.test('U07 takes a file only once, and refuses a sparse file before filling its holes', async (t) => {
  await writeFile(path.join(child, 'twice.glb'), good)
  const both = await Promise.allSettled([
    takeFile(workDir, 'twice.glb', wanted),
    takeBytes(workDir, 'twice.glb', wanted),
  ])
  t.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  await writeFile(path.join(child, 'hole.glb'), good)
  await truncate(path.join(child, 'hole.glb'), 2 ** 40)
  await t.rejects(takeFile(workDir, 'hole.glb', { ...wanted, maxBytes: 2 ** 22 }), SandboxError)
  t.equal((await stat(path.join(workDir, 'taken', 'hole.glb'))).size, 0)
})

t.test("U07 takes only regular files of the expected kind and size from a child's folder", async (t) => {
  const secrets = path.join(workDir, 'secrets')
  const plant: Record<string, (file: string) => Promise<unknown> | void> = {
    'a link to what the worker may read': (file) => symlink(secrets, file),
    'a link to its environment': (file) => symlink('/proc/self/environ', file),
    'a second name of another file': (file) => link(secrets, file),
    'a pipe, at which a reader would wait': (file) => void execFileSync('mkfifo', [file]),
    'a folder': (file) => mkdir(file),
    'a device': (file) => symlink('/dev/zero', file),
    nothing: () => {},
    'an empty file': (file) => writeFile(file, ''),
    'another kind': (file) => writeFile(file, '<script>alert(1)</script>'),
    'too many bytes': (file) => writeFile(file, `glTF${'x'.repeat(100)}`),
  }
  for (const [at, [what, make]] of Object.entries(plant).entries()) {
    await make(path.join(child, `${at}.glb`))
    await t.rejects(takeFile(workDir, `${at}.glb`, wanted), SandboxError, what)
    await t.rejects(takeBytes(workDir, `${at}.glb`, wanted), SandboxError, what)
  }
  for (const name of ['../secrets', '/etc/passwd', '..', '.', '', 'a/b', '.hidden', 'a'.repeat(200)])
    await t.rejects(takeFile(workDir, name, wanted), SandboxError, name)
  const took = await Promise.all(
    (await readdir(path.join(workDir, 'taken'))).map((name) => readFile(path.join(workDir, 'taken', name), 'utf8')),
  )
  t.notMatch(took.join(), /SECRET|script/)
})
