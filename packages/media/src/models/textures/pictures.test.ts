import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import { makeAsciiFbx, makeFbx } from '@toile/testing/garments/fbx-garment'
import { weavePng } from '@toile/testing/garments/garments'
import { withImages } from '@toile/testing/hostile/pictures'
import { claimingKtx2, makeKtx2 } from '@toile/testing/files/ktx2'
import { corners, open, quarters } from '@toile/testing/files/pictures'
import { findFfmpeg } from '../../videos/executable.js'
import { guardForeign, writeForeign } from '../foreign/foreign.js'
import { gather } from '../archives/gather.js'
import { guardModel } from '../guard/guard.js'
import { makeLevels } from '../levels/levels.js'
import { openGlb } from '../package.js'
import { pictureReader } from './pictures.js'

const { ffmpeg } = findFfmpeg(process.env['FFMPEG_PATH'])!
const read = pictureReader(ffmpeg)
const [WIDTH, HEIGHT] = [64, 32]
const pixels = quarters(WIDTH, HEIGHT)
process.chdir(t.testdir())

async function byFfmpeg(ending: string, ...options: string[]): Promise<Buffer> {
  await writeFile('in.png', await open(pixels).png().toBuffer())
  execFileSync(ffmpeg, ['-v', 'error', '-y', '-i', 'in.png', ...options, `out.${ending}`])
  return readFile(`out.${ending}`)
}

/** Makes a PSD: a header, three empty sections and uncompressed planes (Adobe Photoshop File Formats Specification). */
function psd(): Buffer {
  const head = Buffer.alloc(26)
  head.write('8BPS\0\x01', 'latin1')
  head.writeUInt16BE(3, 12)
  head.writeUInt32BE(HEIGHT, 14)
  head.writeUInt32BE(WIDTH, 18)
  head.writeUInt16BE(8, 22)
  head.writeUInt16BE(3, 24)
  const planes = [0, 1, 2].map((channel) => pixels.data.filter((_, at) => at % 3 === channel))
  return Buffer.concat([head, Buffer.alloc(12), Buffer.alloc(2), ...planes])
}

function dds(): Buffer {
  const head = Buffer.alloc(128)
  head.write('DDS ')
  for (const [value, at] of [
    [124, 4],
    [0x100f, 8],
    [HEIGHT, 12],
    [WIDTH, 16],
    [WIDTH * 4, 20],
    [32, 76],
    [0x41, 80],
    [32, 88],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) head.writeUInt32LE(mask, 92 + index * 4)
  head.writeUInt32LE(0x1000, 108)
  const rgba = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    [...pixels.data.subarray(at * 3, at * 3 + 3)].reverse().concat(255),
  )
  return Buffer.concat([head, Buffer.from(rgba.flat())])
}

/** Writes a Radiance picture by colour planes (packed) or by pixel. With the exponent 128, the value 255 is white. */
function radiance(isPacked: boolean, lineEnd = '\n'): Buffer {
  const lines = ['#?RADIANCE', '# by hand', 'FORMAT=32-bit_rle_rgbe', '', `-Y ${HEIGHT} +X ${WIDTH}`, '']
  const head = Buffer.from(lines.join(lineEnd))
  const light = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const row = Array.from({ length: WIDTH }, (_, x) =>
      [...pixels.data.subarray((y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3)]
        .map((value) => Math.round(light(value) * 255))
        .concat(128),
    )
    if (!isPacked) {
      const half = WIDTH / 2 - 1
      return [...row[0]!, 1, 1, 1, half, ...row[WIDTH - 1]!, 1, 1, 1, half]
    }
    const planes = [0, 1, 2].flatMap((channel) => [WIDTH, ...row.map((pixel) => pixel[channel]!)])
    return [2, 2, 0, WIDTH, ...planes, 128 + WIDTH, 128]
  })
  return Buffer.concat([head, Buffer.from(rows.flat())])
}

const ktx2 = async (kind: Parameters<typeof makeKtx2>[1]) => makeKtx2(await open(pixels).png().toBuffer(), kind)

for (const [format, make, tolerance] of [
  ['PNG', () => open(pixels).png().toBuffer(), 0],
  ['TIFF', () => open(pixels).tiff({ compression: 'lzw' }).toBuffer(), 0],
  ['GIF', () => open(pixels).gif().toBuffer(), 12],
  ['AVIF', () => open(pixels).avif({ quality: 90 }).toBuffer(), 12],
  ['BMP', () => byFfmpeg('bmp'), 0],
  ['TGA', () => byFfmpeg('tga', '-rle', '0'), 0],
  ['packed TGA', () => byFfmpeg('tga'), 0],
  ['EXR', () => byFfmpeg('exr'), 12],
  ['PSD', psd, 0],
  ['DDS', dds, 0],
  ['packed HDR', () => radiance(true), 6],
  ['HDR', () => radiance(false), 6],
  ['HDR with the line ends of Windows', () => radiance(true, '\r\n'), 6],
  ['KTX2 (ETC1S)', () => ktx2('ETC1S'), 20],
  ['KTX2 (UASTC)', () => ktx2('UASTC'), 3],
  ['KTX2 (UASTC with Zstandard)', () => ktx2('UASTC with Zstandard'), 3],
] as const)
  await t.test(`a texture in ${format} keeps its colours`, async (t) => {
    const picture = (await read(await make(), 'cloth'))!
    t.equal(picture.pixels, WIDTH * HEIGHT)
    const { data, info } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    for (const [index, colour] of corners.entries()) {
      const [x, y] = [index % 2 ? WIDTH - 5 : 4, index < 2 ? 4 : HEIGHT - 5]
      const at = (y * WIDTH + x) * info.channels
      for (const [channel, value] of colour.entries())
        t.ok(
          Math.abs(data[at + channel]! - value) <= tolerance,
          `${index} ${channel}: ${data[at + channel]} is ${value}`,
        )
    }
  })

await t.test('drops files that are no picture, and asks for ffmpeg when it is missing', async (t) => {
  t.equal(await read(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a'), undefined)
  t.equal(await read(Buffer.from('BM and nothing that follows'), 'a'), undefined)
  t.equal(await read(Buffer.alloc(0), 'a'), undefined)
  let asked = false
  await pictureReader(undefined, () => (asked = true))(await byFfmpeg('bmp'), 'a')
  t.ok(asked)
})

await t.test('U12 does not unpack a TGA of 60,000 x 60,000 px', async (t) => {
  const head = Buffer.alloc(18 + 100)
  head[2] = 10
  head.writeUInt16LE(60_000, 12)
  head.writeUInt16LE(60_000, 14)
  head[16] = 32
  t.equal(await read(head, 'a'), undefined)
})

await t.test('U12 drops a Radiance picture that claims more than it holds', async (t) => {
  const sized = (size: string) => Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n${size}\n`)
  await t.rejects(read(sized('-Y 60000 +X 60000'), 'a'), { code: 'MODEL_IMAGE_REFUSED' })
  for (const bytes of [sized('-Y 8000 +X 8000'), sized('+X 8 -Y 8'), radiance(true).subarray(0, -1)])
    t.equal(await read(bytes, 'a'), undefined)
  t.equal(await read(radiance(false).subarray(0, -1), 'a'), undefined)
})

await t.test('U12 does not unpack a KTX2 picture that claims more than allowed', async (t) => {
  await t.rejects(read(claimingKtx2(60_000), 'a'), { code: 'MODEL_IMAGE_REFUSED' })
  t.equal(await read(claimingKtx2(64), 'a'), undefined)
  const whole = await ktx2('UASTC with Zstandard')
  const huge = Buffer.from(whole)
  huge.writeBigUInt64LE(2n ** 30n, 96)
  const before = process.memoryUsage.rss()
  t.equal(await read(huge, 'a'), undefined)
  t.ok(process.memoryUsage.rss() - before < 2 ** 29, 'without that memory')
  for (const cut of [whole.subarray(0, 100), whole.subarray(0, -100)]) t.equal(await read(cut, 'a'), undefined)
})

async function levelsOf(bytes: Buffer) {
  const model = openGlb(bytes)
  await guardModel(model, read)
  return makeLevels(model, { source: undefined, isOneFile: true, originalBytes: bytes.length, progress() {} })
}

await t.test('U06 drops and reports an unreadable texture of a .glb', async (t) => {
  const weave = await weavePng(64, 1, (height) => [height * 255, 0, 0])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const { facts } = await levelsOf(withImages([svg, weave, weave.subarray(0, weave.length / 2)]))
  t.equal(facts.textures.length, 1)
  t.match(facts.findings, [{ code: 'texturesUnreadable', params: { names: 'huge 0, huge 2', count: 2 } }])
})

await t.test('converts a .glb texture in a format outside glTF', async (t) => {
  const { facts } = await levelsOf(withImages([await byFfmpeg('tga')]))
  t.match(facts.textures, [{ mimeType: /png|webp/, widthPx: WIDTH, heightPx: HEIGHT }])
})

for (const [kind, make] of [
  ['binary', makeFbx],
  ['text', makeAsciiFbx],
] as const)
  await t.test(`pictures inside an .fbx in ${kind} are taken whole, in any format`, async (t) => {
    const tga = await byFfmpeg('tga')
    const fbx = make({ embedded: tga })
    const alone = { path: 'dress.fbx', bytes: fbx, format: 'fbx' as const }
    const guarded = await guardForeign({ ...alone, ...(await gather(alone)) }, read)
    const { names, references } = await writeForeign(guarded, '.')
    t.same(references.map(([reference]) => reference).sort(), ['..\\Textures\\Silk.png', 'D:\\Silk.png'])
    t.same(new Set(references.map(([, file]) => names[file!])), new Set(['embedded/1/Silk.png']))
    t.match(await sharp('part-1').metadata(), { format: 'png', width: WIDTH, height: HEIGHT })
    const written = await readFile('part-0', 'latin1')
    t.notOk(written.includes('Content'))
    t.ok(written.includes('../Textures/Silk.png'))
  })
