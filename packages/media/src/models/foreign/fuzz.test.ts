import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { InputFailure } from '@toile/contracts/failures'
import { makeAsciiFbx, makeFbx } from '@toile/testing/fbx-garment'
import { makeAsciiStl, makeDae, makeObj, makeObjZip, makePly, makeUsdz } from '@toile/testing/foreign-garments'
import { makeGarment } from '@toile/testing/garments'
import { processorMs } from '@toile/testing/processor-time'
import { guardModel } from '../guard.js'
import { identifyBytes } from '../identify.js'
import { openModel } from '../open.js'
import { openGlb } from '../package.js'
import { guardDae } from './guard-dae.js'
import { guardForeign } from './foreign.js'
import { guardFbx } from './guard-fbx.js'
import { guardObj } from './guard-obj.js'
import { guardPly } from './guard-ply.js'
import { guardStl } from './guard-stl.js'

/** For each format: this long, so that the whole file stays quick on any machine. */
const TIME_MS = 1_500
/** Of a processor. */
const MAX_GUARD_MS = 5_000

t.testdir()
const guards: [string, Buffer, (bytes: Buffer) => unknown][] = [
  ['glb', await makeGarment({ segments: 4, textureSize: 8 }), (bytes) => guardModel(openGlb(bytes, new Map(), ''))],
  ['fbx', makeFbx(), guardFbx],
  ['fbx in text', makeAsciiFbx(), guardFbx],
  ['obj', makeObj(), guardObj],
  ['dae', makeDae(), guardDae],
  ['ply', makePly('binary_little_endian'), guardPly],
  ['stl', makeAsciiStl(), guardStl],
  ['usdz', await makeUsdz(), guardOpened],
  ['zip', await makeObjZip(), guardOpened],
]

/** An archive, through a file as the worker opens it. */
async function guardOpened(bytes: Buffer): Promise<void> {
  const file = path.join(t.testdirName, 'archive')
  await writeFile(file, bytes)
  const opened = await open(file)
  try {
    const model = await openModel(opened.fd, identifyBytes(bytes, bytes.length))
    await ('format' in model ? guardForeign(model) : guardModel(model))
  } finally {
    await opened.close()
  }
}

/** Bytes overwritten in place, and the file cut off or not. */
const damage = fc.record({
  changes: fc.array(fc.record({ at: fc.nat(), byte: fc.nat(255) }), { minLength: 1, maxLength: 12 }),
  keep: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
  inHead: fc.boolean(),
})

for (const [format, good, guard] of guards)
  await t.test(`U12 a damaged .${format} passes its guard or fails with a code, and quickly`, async (t) => {
    await fc.assert(
      fc.asyncProperty(damage, async ({ changes, keep, inHead }) => {
        const bytes = Buffer.from(good.subarray(0, Math.ceil(good.length * keep)))
        const reach = inHead ? Math.min(bytes.length, 600) : bytes.length
        if (reach > 0) for (const { at, byte } of changes) bytes[at % reach] = byte
        const before = processorMs()
        try {
          await guard(bytes)
        } catch (error) {
          if (!(error instanceof InputFailure)) throw error
        }
        return processorMs() - before < MAX_GUARD_MS
      }),
      { interruptAfterTimeLimit: TIME_MS, markInterruptAsFailure: false, numRuns: 10_000 },
    )
    t.pass('nothing else was thrown')
  })
