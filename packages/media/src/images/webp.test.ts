import sharp from 'sharp'
import t from 'tap'
import { encodeWebp } from './webp.js'

await t.test('a picture is cut to the size asked for, without its EXIF', async (t) => {
  const source = sharp({ create: { width: 400, height: 200, channels: 3, background: '#775544' } })
  const png = await source
    .withExif({ IFD0: { Copyright: 'someone' } })
    .png()
    .toBuffer()
  const { bytes, width, height } = await encodeWebp(png, { width: 308, height: 410 })
  t.same([width, height], [308, 410])
  const read = await sharp(bytes).metadata()
  t.match(read, { format: 'webp', width: 308, height: 410 })
  t.equal(read.exif, undefined)
})

await t.test('what is no picture is refused', async (t) => {
  await t.rejects(encodeWebp(Buffer.from('no picture'), { width: 10, height: 10 }))
})
