import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { isKept, keptFolder, makeOnce } from './kept.js'

const SHA256 = 'ab'.repeat(32)

t.test('returns the cached result and its files for the same bytes', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'toile-kept-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  const workDir = path.join(dir, 'work')
  await mkdir(path.join(dir, SHA256))
  await mkdir(workDir)
  let times = 0
  const make = async () => {
    times++
    const file = path.join(workDir, 'web.glb')
    await writeFile(file, `made ${times}`)
    return { web: { path: file, bytes: 6 }, preview: undefined as { path: string } | undefined, sizes: [1.5, null] }
  }
  const folder = keptFolder(dir, SHA256)
  t.equal(isKept(folder, 'levels'), false)
  const first = await makeOnce(folder, 'levels', make)
  t.equal(first.web.path, path.join(workDir, 'web.glb'), 'who made it goes on with what it made')
  await rm(workDir, { recursive: true })

  t.equal(isKept(folder, 'levels'), true)
  const second = await makeOnce(folder, 'levels', make)
  t.equal(times, 1)
  t.equal(await readFile(second.web.path, 'utf8'), 'made 1')
  t.same({ ...second, web: { bytes: second.web.bytes } }, { web: { bytes: 6 }, sizes: [1.5, null] })
  t.equal(second.preview, undefined)
})

t.test('two concurrent calls both get the result, and no partial entry remains', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'toile-kept-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'a.webp')
  await writeFile(file, 'a')
  const make = async () => ({ variants: [{ path: file }] })
  t.same(await Promise.all([makeOnce(dir, 'cover', make), makeOnce(dir, 'cover', make)]), [await make(), await make()])
  const again = await makeOnce(dir, 'cover', (): ReturnType<typeof make> => Promise.reject(new Error('made again')))
  t.equal(await readFile(again.variants[0]!.path, 'utf8'), 'a')
  t.same((await readdir(dir)).sort(), ['a.webp', 'cover'])
})

t.test('caches no failures, and nothing without a folder', async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'toile-kept-'))
  t.teardown(() => rm(dir, { recursive: true, force: true }))
  t.equal(keptFolder(dir, SHA256), undefined, 'nobody said that these bytes come again')
  t.equal(keptFolder(undefined, SHA256), undefined)
  t.equal(keptFolder(dir, null), undefined)
  await t.rejects(
    makeOnce(dir, 'levels', () => Promise.reject(new Error('damaged'))),
    /damaged/,
  )
  t.same(await readdir(dir), [])
  t.equal(await makeOnce(undefined, 'levels', async () => 5), 5)
})
