import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from '@toile/testing/tap'
import { makeGarment } from '@toile/testing/garments/garments'
import { hostileForeignFiles } from '@toile/testing/hostile/foreign'
import { hostileGeometry } from '@toile/testing/hostile/geometry'
import { hostileJson } from '@toile/testing/hostile/json'
import { hostilePictures } from '@toile/testing/hostile/pictures'
import { hostileReferences } from '@toile/testing/hostile/references'
import { hostileZips } from '@toile/testing/hostile/zips'
import { processorMs } from '@toile/testing/processor-time'
import { guardForeign } from '../foreign/foreign.js'
import { guardModel } from './guard.js'
import { identifyModel } from '../identify.js'
import { openModel } from '../open.js'
import { findFfmpeg } from '../../videos/executable.js'
import { prepareModel, type Convert } from '../prepare.js'

/** Limit of CPU time per file. A child process that checks a large file also has its own limit of wall time. */
const MAX_HOSTILE_MS = 10_000
/** A child with its own limits checks larger files, because even reading them is costly. */
const HEAVY_BYTES = 16 * 2 ** 20
/** Memory limit of a child that checks the smallest file. */
const MAX_LOOK_BYTES = 2 ** 30
const refuse: Convert = () => Promise.reject(new Error('no hostile file gets as far as a reader'))

const folder = await mkdtemp(path.join(tmpdir(), 'toile-hostile-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))

const file = path.join(folder, 'upload')

async function prepare() {
  return prepareModel({
    path: file,
    format: await identifyModel(file),
    name: 'upload',
    workDir: folder,
    convert: refuse,
    ffmpeg: findFfmpeg(process.env['FFMPEG_PATH'])!.ffmpeg,
  })
}

async function look() {
  const format = await identifyModel(file)
  const opened = await open(file)
  try {
    const { model } = await openModel(opened.fd, format, 'upload')
    await ('format' in model ? guardForeign(model) : guardModel(model))
  } finally {
    await opened.close()
  }
}

/** Peak memory since the reset below, which only Linux allows. Elsewhere, it includes earlier test files. */
async function mostBytes(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS
  return Number(kilobytes) * 1024
}
await writeFile('/proc/self/clear_refs', '5').catch(() => {})
const bytesBefore = process.memoryUsage.rss()

for (const kind of [hostileReferences, hostileJson, hostileGeometry, hostilePictures, hostileZips, hostileForeignFiles])
  for (const { name, code, make, wholeWay } of kind)
    await t.test(name, async (t) => {
      const bytes = await make()
      await writeFile(file, bytes)
      const before = processorMs()
      const way: Promise<unknown> = wholeWay || bytes.length > HEAVY_BYTES ? prepare() : look()
      await t.rejects(way, { name: 'InputFailure', code })
      const took = processorMs() - before
      t.ok(took < MAX_HOSTILE_MS, `within 10 s of a processor: ${Math.round(took)} ms`)
    })

await t.test('U12 checking all hostile files takes less memory than one child may use', async (t) => {
  const grew = (await mostBytes()) - bytesBefore
  t.ok(grew < MAX_LOOK_BYTES, `${Math.round(grew / 2 ** 20)} MB`)
})

await t.test('U12 still accepts a good file after all hostile ones', async (t) => {
  await writeFile(file, await makeGarment({ segments: 16, textureSize: 64 }))
  t.ok((await prepare()).web.bytes > 0)
})
