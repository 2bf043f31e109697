import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { InputFailure } from '@toile/contracts/failures'
import type { Crop } from '@toile/contracts/images/images'
import { damaged } from '@toile/testing/damage'
import { fuzz } from '@toile/testing/fuzz'
import { animation, claimingPng, open as pixels, phoneJpeg, quarters } from '@toile/testing/files/pictures'
import { processorMs } from '@toile/testing/processor-time'
import { renderImage } from './render.js'

const RUNS = 100
const MAX_PICTURE_MS = 5_000

t.testdir()

interface Sent {
  bytes: Buffer
  crop: Crop | null
}

const small = quarters(40, 30)
const pictures = [
  await phoneJpeg(6, 24, 32),
  await pixels(small).jpeg({ progressive: true }).toBuffer(),
  await pixels(small).png().toBuffer(),
  await pixels(small).png({ palette: true, progressive: true }).toBuffer(),
  await pixels(small).webp().toBuffer(),
  await pixels(small).webp({ lossless: true }).toBuffer(),
  await pixels(small).ensureAlpha(0.5).webp().toBuffer(),
  await animation('gif', 3),
  await animation('webp', 3),
  await pixels(small).avif({ effort: 0 }).toBuffer(),
  await sharp(await pixels(small).toColourspace('rgb16').png().toBuffer())
    .keepIccProfile()
    .png()
    .toBuffer(),
  claimingPng(40, 30),
]

/** Inputs that reveal bugs belong here. There are none yet: these pictures are truncated or have impossible sizes. */
const kept: Record<string, Sent> = Object.fromEntries(
  Object.entries({
    'no byte': '',
    'a JPEG that begins and ends': '\xff\xd8\xff\xd9',
    'a PNG without a header': '\x89PNG\r\n\x1a\n',
    'a GIF without a screen': 'GIF89a',
    'a WebP of no length': 'RIFF\0\0\0\0WEBP',
    'an AVIF of its first box': '\0\0\0\x18ftypavif\0\0\0\0mif1avif',
  }).map(([name, text]) => [name, { bytes: Buffer.from(text, 'latin1'), crop: null }]),
)
kept['a PNG of no width'] = { bytes: claimingPng(0, 30), crop: null }
kept['a PNG of 2^31 x 2^31'] = { bytes: claimingPng(2 ** 31 - 1, 2 ** 31 - 1), crop: null }

const crop = fc.option(
  fc.record({
    x: fc.nat(50),
    y: fc.nat(50),
    width: fc.integer({ min: 10, max: 60 }),
    height: fc.integer({ min: 10, max: 60 }),
    rotate: fc.integer({ min: -3, max: 3 }),
  }),
) as fc.Arbitrary<Crop | null>

async function handle({ bytes, crop: section }: Sent): Promise<void> {
  const file = path.join(t.testdirName, 'picture')
  await writeFile(file, bytes)
  const opened = await open(file)
  const before = processorMs()
  try {
    await renderImage(opened.fd, { purpose: 'inline', crop: section, folder: t.testdirName })
  } catch (error) {
    if (!(error instanceof InputFailure)) throw error
  } finally {
    await opened.close()
  }
  const took = processorMs() - before
  if (took > MAX_PICTURE_MS) throw new Error(`it took ${Math.round(took)} ms`)
}

await t.test('the pictures are valid before they are damaged', async () => {
  for (const bytes of pictures.slice(0, -1)) await handle({ bytes, crop: null })
})

await t.test('U06 a damaged picture is rendered or fails with a code, for every requested crop', async (t) => {
  await fuzz(t, { kept, made: fc.record({ bytes: damaged(pictures), crop }), handle, runs: RUNS })
})
