import { createHash } from 'node:crypto'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import type { Crop } from '@toile/contracts/images/images'
import { MAX_IMAGE_FRAMES, type ImagePurpose } from '@toile/contracts/images/images.constants'
import * as pictures from '@toile/testing/files/pictures'
import { makeImage, type RenderedImage } from './make.js'
import { renderImage } from './render.js'

const { corners, quarters } = pictures

interface Made extends RenderedImage {
  files: Map<string, Buffer>
}

async function make(bytes: Buffer, purpose: ImagePurpose = 'cover', crop: Crop | null = null): Promise<Made> {
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-make-'))
  try {
    const source = path.join(folder, 'source')
    await writeFile(source, bytes)
    const input = await open(source)
    const made = await renderImage(input.fd, { purpose, crop, folder }).finally(() => input.close())
    const files = await Promise.all(
      made.variants.map(async (variant) => [variant.name, await readFile(path.join(folder, variant.name))] as const),
    )
    return { ...made, files: new Map(files) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

const sizes = ({ variants }: RenderedImage) => variants.map(({ name, width, height }) => `${name} ${width}x${height}`)
/** `within` is the largest difference per channel: WebP and JPEG of quality 82 shift a flat colour by a few steps. */
const looksLike = async (t: Test, bytes: Buffer, wanted: readonly pictures.Rgb[], what: string, within = 12) =>
  t.ok(pictures.colourDistance(await pictures.quarterColours(bytes), wanted) <= within, what)

await t.test('U20 makes the exact sizes of every purpose, in WebP and JPEG', async (t) => {
  const large = await pictures.open(quarters(4_000, 2_400)).jpeg().toBuffer()
  const wanted: Record<ImagePurpose, string[]> = {
    cover: ['1x 308x410', '2x 616x820'],
    banner: ['1x 1920x420', '2x 3840x840'],
    detail: ['1x 1724x924', '2x 3448x1848'],
    avatar: ['96 96x96', '192 192x192', '512 512x512'],
    inline: ['1x 1000x600', '2x 2000x1200'],
  }
  for (const [purpose, expected] of Object.entries(wanted)) {
    const made = await make(large, purpose as ImagePurpose)
    const each = expected.flatMap((size) => ['webp', 'jpeg'].map((format) => size.replace(' ', `.${format} `)))
    t.same(sizes(made), each, purpose)
    for (const [name, bytes] of made.files) t.equal((await sharp(bytes).metadata()).format, name.split('.')[1])
    t.match(made.blurhash, /^.{28}$/)
  }
  const thin = await pictures.open(quarters(1, 5_000)).png().toBuffer()
  t.same(sizes(await make(thin)).slice(0, 1), ['1x.webp 308x410'])
  t.same(sizes(await make(thin, 'inline')).slice(0, 1), ['1x.webp 1x1000'], 'inline is never enlarged')
  const small = await pictures.open(quarters(60, 40)).png().toBuffer()
  t.same(
    sizes(await make(small, 'detail')),
    ['1x.webp 1724x924', '1x.jpeg 1724x924'],
    'no larger one of a small picture',
  )
})

await t.test('U20 a rotated phone JPEG comes out upright; U18 none of its EXIF is left', async (t) => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const phone = await pictures.phoneJpeg(orientation)
    t.match(await sharp(phone).metadata(), { orientation, exif: Buffer })
    const made = await make(phone, 'inline')
    t.same([made.width, made.height], [600, 800])
    for (const [name, bytes] of made.files) {
      await looksLike(t, bytes, corners, `${name} of orientation ${orientation} is upright`)
      const { exif, icc, xmp, iptc } = await sharp(bytes).metadata()
      t.same([exif, icc, xmp, iptc], [undefined, undefined, undefined, undefined])
      t.notOk(/Exif|GPS|Phone/.test(bytes.toString('latin1')))
    }
  }
})

await t.test('U20 converts 16 bits, CMYK and wide gamut to the right colours', async (t) => {
  const picture = () => pictures.open(quarters(400, 400))
  const deep = await picture().toColourspace('rgb16').png().toBuffer()
  t.equal((await sharp(deep).metadata()).depth, 'ushort')
  await looksLike(t, (await make(deep, 'avatar')).files.get('512.webp')!, corners, '16 bits')

  const wide = await picture().withIccProfile('p3').png().toBuffer()
  const p3 = await sharp(wide, { ignoreIcc: true }).raw().toBuffer()
  t.ok(Math.abs(p3[0]! - corners[0]![0]) > 10, 'the file holds other numbers for the same colours')
  const fromWide = await make(wide, 'avatar')
  await looksLike(t, fromWide.files.get('512.webp')!, corners, 'Display P3, WebP', 6)
  await looksLike(t, fromWide.files.get('512.jpeg')!, corners, 'Display P3, JPEG', 6)

  const inks = await picture().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
  t.equal((await sharp(inks).metadata()).space, 'cmyk')
  const printed = await make(inks, 'avatar')
  t.match(await sharp(printed.files.get('512.jpeg')).metadata(), { space: 'srgb', channels: 3 })
  // CMYK cannot show these colours exactly. An inverted picture, or CMYK read as RGB, is off by far more.
  await looksLike(t, printed.files.get('512.jpeg')!, corners, 'CMYK', 70)
})

await t.test('U20 keeps transparency in WebP and fills it with the paper colour in JPEG', async (t) => {
  const clear = { create: { width: 300, height: 300, channels: 4, background: '#ff000000' } } as const
  const made = await make(await sharp(clear).png().toBuffer(), 'avatar')
  const alpha = await sharp(made.files.get('96.webp')).stats()
  t.equal(alpha.channels[3]?.max, 0)
  const paper: pictures.Rgb = [0xfd, 0xfc, 0xfa]
  await looksLike(t, made.files.get('96.jpeg')!, [paper, paper, paper, paper], 'the paper shows, not black', 3)
})

await t.test('takes the first frame of an animation; U08 refuses more than 1,000 frames', async (t) => {
  const red = corners[0]!
  for (const format of ['gif', 'webp'] as const) {
    const made = await make(await pictures.animation(format, 12, 40), 'inline')
    t.same(sizes(made), ['1x.webp 40x40', '1x.jpeg 40x40'])
    await looksLike(t, made.files.get('1x.webp')!, [red, red, red, red], format)
  }
  const endless = await pictures.animation('webp', MAX_IMAGE_FRAMES + 1, 4)
  await t.rejects(make(endless), { code: 'IMAGE_TOO_MANY_FRAMES', params: { frames: MAX_IMAGE_FRAMES + 1 } })
})

await t.test('U19 crops on the server after turning, for seven turns and two ratios', async (t) => {
  const upright = await pictures.open(quarters(640, 480)).png().toBuffer()
  for (let rotate = -3; rotate <= 3; rotate++) {
    let expected = corners
    for (let turn = 0; turn < (rotate + 4) % 4; turn++) expected = [2, 0, 3, 1].map((from) => expected[from]!)
    const [width, height] = rotate % 2 ? [480, 640] : [640, 480]
    for (const [cropWidth, cropHeight] of [
      [width, height],
      [200, 200],
    ] as const) {
      const crop = {
        x: (width - cropWidth) / 2,
        y: (height - cropHeight) / 2,
        width: cropWidth,
        height: cropHeight,
        rotate,
      }
      const made = await make(upright, 'inline', crop)
      t.same([made.width, made.height], [cropWidth, cropHeight])
      await looksLike(t, made.files.get('1x.webp')!, expected, `rotate ${rotate}, ${cropWidth}x${cropHeight}`)
    }
  }
  // The crop applies on top of the EXIF orientation, because users choose it on the upright picture.
  const phone = await pictures.phoneJpeg(6, 600, 800)
  const corner = await make(phone, 'avatar', { x: 500, y: 0, width: 100, height: 100, rotate: 1 })
  const topLeft = corners[0]!
  await looksLike(t, corner.files.get('96.webp')!, [topLeft, topLeft, topLeft, topLeft], 'a corner after a turn')
})

await t.test('U19 refuses a crop outside the turned picture and names its size', async (t) => {
  const wide = await pictures.open(quarters(640, 480)).png().toBuffer()
  const crop = { x: 0, y: 0, width: 640, height: 480 }
  await t.resolves(make(wide, 'inline', crop))
  for (const wrong of [
    { ...crop, x: 1 },
    { ...crop, y: 1 },
    { ...crop, width: 641 },
    { ...crop, rotate: 1 },
  ])
    await t.rejects(make(wide, 'inline', wrong), { code: 'IMAGE_CROP_OUTSIDE' })
})

await t.test('U08 refuses a pixel bomb by its header', async (t) => {
  const bomb = pictures.claimingPng(16_383, 16_383)
  t.ok(bomb.length < 500)
  await t.rejects(make(bomb), { code: 'IMAGE_TOO_MANY_PIXELS', params: { width: 16_383, limitMegapixels: 50 } })
  await t.rejects(make(pictures.claimingPng(20_001, 1)), {
    code: 'IMAGE_SIDE_TOO_LONG',
    params: { width: 20_001, height: 1, limitPx: 20_000 },
  })
})

await t.test('U06 refuses files that are no picture or only half of one, with a reason', async (t) => {
  const jpeg = await pictures.phoneJpeg(1)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  const tiff = await pictures.open(quarters(20, 20)).tiff().toBuffer()
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)])
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const wrong of [svg, tiff, heic, html, Buffer.from('%PDF-1.7'), Buffer.alloc(1)])
    await t.rejects(make(wrong), { code: 'NOT_AN_IMAGE' }, wrong.subarray(0, 12).toString('latin1'))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  for (const wrong of [jpeg.subarray(0, jpeg.length / 2), Buffer.concat([signature, svg]), jpeg.subarray(0, 100)])
    await t.rejects(make(wrong), { code: 'IMAGE_DAMAGED' })
  // This file is a JPEG and a zip at once (a polyglot). The made pictures must not contain the zip.
  const polyglot = await make(Buffer.concat([jpeg, Buffer.from('PK\x03\x04 a zip of something')]), 'inline')
  for (const bytes of polyglot.files.values()) t.notOk(bytes.includes('a zip of'))
})

await t.test('reads AVIF, also with major brand mif1', async (t) => {
  const avif = await pictures.open(quarters(64, 64)).avif({ quality: 90, effort: 0 }).toBuffer()
  await looksLike(t, (await make(avif, 'inline')).files.get('1x.webp')!, corners, 'AVIF', 20)
})

await t.test('the child process makes the same files and reports why it fails', async (t) => {
  const workDir = await mkdtemp(path.join(tmpdir(), 'toile-make-'))
  t.teardown(() => rm(workDir, { recursive: true }))
  const source = path.join(workDir, 'source')
  await writeFile(source, await pictures.phoneJpeg(6))
  const job = { path: source, purpose: 'cover', crop: null, workDir } as const
  const { variants, ...made } = await makeImage(job)
  const input = await open(source)
  const here = await renderImage(input.fd, { ...job, folder: workDir }).finally(() => input.close())
  t.same({ ...made, variants: variants.map(({ path: _, bytes: __, sha256: ___, ...variant }) => variant) }, here)
  for (const { name, path: file, bytes, sha256 } of variants) {
    const same = await readFile(path.join(workDir, name))
    t.ok(same.equals(await readFile(file)), name)
    t.same([bytes, sha256], [same.length, createHash('sha256').update(same).digest('hex')])
  }
  await writeFile(source, 'no picture')
  await t.rejects(makeImage(job), { code: 'NOT_AN_IMAGE' })
})
