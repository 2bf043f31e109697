import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import t from '@toile/testing/tap'
import { InputFailure } from '@toile/contracts/failures'
import { damaged } from '@toile/testing/damage'
import { makeAsciiFbx, makeFbx } from '@toile/testing/garments/fbx-garment'
import {
  makeAsciiStl,
  makeBinaryStl,
  makeDae,
  makeDaeZip,
  makeObj,
  makeObjZip,
  makePly,
  makeUsdz,
} from '@toile/testing/garments/convertible'
import { fuzz } from '@toile/testing/fuzz'
import { makeGarment } from '@toile/testing/garments/garments'
import { hostileForeignFiles } from '@toile/testing/hostile/foreign'
import { hostileGeometry } from '@toile/testing/hostile/geometry'
import { hostileJson } from '@toile/testing/hostile/json'
import { hostileZips } from '@toile/testing/hostile/zips'
import { processorMs } from '@toile/testing/processor-time'
import type { ModelFormat } from '../formats.js'
import { guardModel } from '../guard/guard.js'
import { identifyBytes } from '../identify.js'
import { openModel } from '../open.js'
import { openGlb } from '../package.js'
import { corpus } from './fuzz-corpus.test-support.js'
import { guardForeign } from './foreign.js'
import { normaliseDae } from '../faces/dae.js'
import { normaliseObj } from '../faces/obj.js'
import { normalisePly } from '../faces/ply.js'
import { guardDae } from './guard-dae.js'
import { guardFbx } from './guard-fbx.js'
import { guardObj } from './guard-obj.js'
import { guardPly } from './guard-ply.js'
import { guardStl } from './guard-stl.js'
import { normaliseFbx } from './normalise-fbx.js'

/** Number of runs per format. It is small, so that this test takes little time even on a slow machine. */
const RUNS = 100
const MAX_GUARD_MS = 5_000
/** Larger hostile files are left out: copying and damaging them takes long, and only their size makes them hostile. */
const MAX_FILE_BYTES = 50_000

t.testdir()

/** Hostile files are damaged too, because a small change may get them past the check that refuses them. */
const hostile = await Promise.all(
  [hostileForeignFiles, hostileGeometry, hostileJson, hostileZips]
    .flat()
    .filter(({ name }) => !/10\^| MB|0,000/.test(name))
    .map(async ({ make }) => Buffer.from(await make())),
)
function hostileOf(...formats: ModelFormat[]): Buffer[] {
  return hostile.filter((bytes) => {
    try {
      return bytes.length < MAX_FILE_BYTES && formats.includes(identifyBytes(bytes, bytes.length))
    } catch {
      return false
    }
  })
}

const targets: [string, Buffer[], (bytes: Buffer) => unknown][] = [
  [
    'glb',
    [await makeGarment({ segments: 4, textureSize: 8 }), ...hostileOf('glb')],
    (bytes) => guardModel(openGlb(bytes)),
  ],
  ['fbx', [makeFbx(), ...hostileOf('fbx')], (bytes) => normaliseFbx(guardFbx(bytes).bytes)],
  ['fbx in text', [makeAsciiFbx()], (bytes) => normaliseFbx(guardFbx(bytes).bytes)],
  ['obj', [makeObj(), ...hostileOf('obj')], (bytes) => [guardObj(bytes), normaliseObj(bytes)]],
  ['dae', [makeDae(), ...hostileOf('dae')], (bytes) => [guardDae(bytes), normaliseDae(bytes.toString())]],
  [
    'ply',
    [makePly('binary_little_endian'), makePly('ascii'), ...hostileOf('ply')],
    (bytes) => [guardPly(bytes), normalisePly(bytes)],
  ],
  ['stl', [makeAsciiStl(), makeBinaryStl(), ...hostileOf('stl')], guardStl],
  ['usdz', [await makeUsdz(), ...hostileOf('usdz')], guardOpened],
  ['zip', [await makeObjZip(), await makeDaeZip(), ...hostileOf('zip')], guardOpened],
]

async function guardOpened(bytes: Buffer): Promise<void> {
  const file = path.join(t.testdirName, 'archive')
  await writeFile(file, bytes)
  const opened = await open(file)
  try {
    const { model } = await openModel(opened.fd, identifyBytes(bytes, bytes.length), 'archive')
    await ('format' in model ? guardForeign(model) : guardModel(model))
  } finally {
    await opened.close()
  }
}

for (const [format, files, guard] of targets)
  await t.test(`U12 a damaged .${format} passes its guard or fails with a code, and quickly`, async (t) => {
    await fuzz(t, {
      kept: { ...corpus[format], 'no byte': Buffer.alloc(0), 'one byte': Buffer.alloc(1) },
      made: damaged(files),
      runs: RUNS,
      async handle(bytes) {
        const before = processorMs()
        try {
          await guard(bytes)
        } catch (error) {
          if (!(error instanceof InputFailure)) throw error
        }
        const took = processorMs() - before
        if (took > MAX_GUARD_MS) throw new Error(`it took ${Math.round(took)} ms`)
      },
    })
  })
