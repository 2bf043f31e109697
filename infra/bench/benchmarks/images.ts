import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { imageSizes, PAPER_COLOUR } from '@toile/contracts/images/images.constants'
import { makeImage, picturesAtATime } from '@toile/media/images/make'
import { withWorkFolder } from '@toile/media/work-folders'
import { systemUser } from '@toile/runtime/system-user'
import { compare, type Contender } from '../measure/compare.js'
import { measureBySize, secondsOf } from '../measure/measure-by-size.js'
import type { Bench } from '../benchmarks.js'
import type { Measurements } from '../report/results.js'
import { packageVersion } from '../measure/package-version.js'

const photoSize = { width: 6_000, height: 4_000 }

const growingMegapixels = [0.024, 0.24, 2.4, 24]

interface Output {
  width: number
  height: number
  format: 'webp' | 'jpeg'
}
const purposes = ['cover', 'banner', 'detail'] as const
const outputs: Output[] = purposes.flatMap((purpose) =>
  [1, 2].flatMap((scale) =>
    (['webp', 'jpeg'] as const).map((format) => ({
      width: imageSizes[purpose].width * scale,
      height: imageSizes[purpose].height * scale,
      format,
    })),
  ),
)
const QUALITY = 82

/** Compares pictures per second from one photo: makeImage() in child processes, sharp alone, and ipx over HTTP. */
export async function benchImages({ folder }: Bench): Promise<Measurements> {
  const photos = path.join(folder, 'photos')
  mkdirSync(photos)
  const photo = path.join(photos, 'photo.jpg')
  writeFileSync(photo, await makePhoto())
  await chmod(photo, 0o644)
  const smaller = new Map<number, string>()
  for (const megapixels of growingMegapixels) {
    const file = path.join(photos, `${megapixels}.jpg`)
    const width = Math.round(photoSize.width * Math.sqrt((megapixels * 1e6) / (photoSize.width * photoSize.height)))
    await sharp(photo).resize({ width }).jpeg({ quality: 92 }).toFile(file)
    await chmod(file, 0o644)
    smaller.set(megapixels, file)
  }
  const ipx = await openIpx(photos)
  const user = systemUser(process.env['MEDIA_USER'])
  const byToile = (purpose: (typeof purposes)[number], file = photo) =>
    withWorkFolder(
      async (workDir) => (await makeImage({ path: file, purpose, crop: null, workDir, user })).variants.length,
    )
  const contender = (kind: Contender['kind'], name: string, make: () => Promise<number>, goal?: number): Contender => ({
    kind,
    name,
    async run() {
      const began = performance.now()
      const made = await make()
      if (made !== outputs.length) throw new Error(`${name} made ${made} pictures of ${outputs.length}`)
      return { value: made / ((performance.now() - began) / 1_000) }
    },
    ...(goal !== undefined && { goal }),
  })
  try {
    const compared = await compare({
      what: `${outputs.length} pictures of one photograph of ${photoSize.width} x ${photoSize.height}`,
      unit: 'pictures/s',
      better: 'more',
      work: { unit: 'picture', count: outputs.length },
      contenders: [
        contender('subject', 'Toile: three pictures that were sent, each in a child without rights', async () => {
          let made = 0
          const left = [...purposes]
          const takeAll = async () => {
            for (let purpose = left.shift(); purpose; purpose = left.shift()) {
              const count = await byToile(purpose)
              made += count
            }
          }
          await Promise.all(Array.from({ length: picturesAtATime }, takeAll))
          return made
        }),
        contender('baseline', 'sharp, output by output', () => bySharp(photo), 1.7),
        contender('peer', 'ipx, asked for each output', () => ipx.makeAll(), 1),
      ],
    })
    const series = await measureBySize(growingMegapixels, [
      { name: 'Toile', run: async (size) => secondsOf(() => byToile('detail', smaller.get(size)!)) },
    ])
    const plot = { title: 'A detail picture in all sizes and formats', over: 'megapixels sent', unit: 's', series }
    return {
      compared: [compared],
      plots: [plot],
      versions: { sharp: packageVersion('sharp'), ipx: packageVersion('ipx') },
    }
  } finally {
    await ipx.close()
  }
}

/** Works like a simple script: makes one output after another with sharp's default threads. */
async function bySharp(photo: string): Promise<number> {
  let made = 0
  for (const { width, height, format } of outputs) {
    const sized = sharp(photo).autoOrient().resize({ width, height }).toColourspace('srgb')
    const bytes =
      format === 'webp'
        ? sized.webp({ quality: QUALITY, effort: 3 })
        : sized.flatten({ background: PAPER_COLOUR }).jpeg({ quality: QUALITY, progressive: true })
    await bytes.toBuffer()
    made++
  }
  return made
}

async function openIpx(folder: string): Promise<{ makeAll(): Promise<number>; close(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('../processes/images-peer.js', import.meta.url)), [folder])
  const [port] = (await once(child, 'message')) as [number]
  return {
    async makeAll() {
      let made = 0
      for (const { width, height, format } of outputs) {
        const asked = `f_${format},s_${width}x${height},q_${QUALITY}`
        const answer = await fetch(`http://127.0.0.1:${port}/${asked}/photo.jpg`)
        const bytes = Buffer.from(await answer.arrayBuffer())
        const { width: w, height: h, format: f } = await sharp(bytes).metadata()
        if (w === width && h === height && f === format) made++
      }
      return made
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Combines layers of noise with several grain sizes, so that the JPEG has about as many bytes as a photo of cloth. */
async function makePhoto(): Promise<Buffer> {
  const noise = (divisor: number, sigma: number) =>
    sharp({
      create: {
        width: Math.ceil(photoSize.width / divisor),
        height: Math.ceil(photoSize.height / divisor),
        channels: 3,
        background: 'white',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
      .resize(photoSize.width, photoSize.height, { kernel: 'cubic' })
      .png({ compressionLevel: 0 })
      .toBuffer()
  const coarse = sharp(await noise(400, 60))
  const fine = [await noise(40, 30), await noise(6, 16), await noise(1, 8)]
  return coarse
    .composite(fine.map((input) => ({ input, blend: 'soft-light' as const })))
    .withMetadata({ orientation: 1 })
    .jpeg({ quality: 92 })
    .toBuffer()
}
