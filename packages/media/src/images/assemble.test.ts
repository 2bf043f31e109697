import sharp from 'sharp'
import t from '@toile/testing/tap'
import { averageSamples, joinTiles } from './assemble.js'

type Pixel = [number, number, number, number]

const png = (width: number, pixels: Pixel[]) =>
  sharp(Buffer.from(pixels.flat()), { raw: { width, height: pixels.length / width, channels: 4 } })
    .png()
    .toBuffer()

const pixels = async (picture: Buffer): Promise<Pixel[]> => {
  const bytes = await sharp(picture).ensureAlpha().raw().toBuffer()
  return Array.from({ length: bytes.length / 4 }, (_, i) => [...bytes.subarray(i * 4, i * 4 + 4)] as Pixel)
}

t.test('averages sample ranges in linear light, weighted by their number of samples', async (t) => {
  const black: Pixel[] = [[0, 0, 0, 255]]
  const white: Pixel[] = [[255, 255, 255, 255]]
  const half = await averageSamples([
    { png: await png(1, black), samples: 4 },
    { png: await png(1, white), samples: 4 },
  ])
  t.same(await pixels(half), [[188, 188, 188, 255]], 'half of the light is step 188 of sRGB, not 128')
  const tenth = await averageSamples([
    { png: await png(1, black), samples: 18 },
    { png: await png(1, white), samples: 2 },
  ])
  t.same(await pixels(tenth), [[89, 89, 89, 255]])
})

t.test('a transparent pixel of one range contributes its alpha, not its colour', async (t) => {
  const made = await averageSamples([
    { png: await png(2, [[255, 0, 0, 255], [9, 9, 9, 0]]), samples: 8 }, // oxfmt-ignore
    { png: await png(2, [[0, 0, 0, 0], [0, 200, 0, 0]]), samples: 8 }, // oxfmt-ignore
  ])
  t.same(await pixels(made), [
    [255, 0, 0, 128],
    [0, 0, 0, 0],
  ])
})

t.test('every value of every channel survives the mean of equal pictures', async (t) => {
  const steps = Array.from({ length: 256 }, (_, i): Pixel => [i, 255 - i, (i * 7) % 256, 255])
  const picture = await png(16, steps)
  const parts = [1, 2, 29].map((samples) => ({ png: picture, samples }))
  t.same(await pixels(await averageSamples(parts)), steps)
})

t.test('puts tiles back in their places', async (t) => {
  const whole = Array.from({ length: 5 * 4 }, (_, i): Pixel => [i, i * 2, i * 3, 255 - i])
  const picture = await png(5, whole)
  const cut = (x: number, y: number, width: number, height: number) =>
    sharp(picture)
      .extract({ left: x, top: y, width, height })
      .png()
      .toBuffer()
      .then((bytes) => ({ tile: { x, y, width, height }, png: bytes }))
  const tiles = await Promise.all([cut(3, 3, 2, 1), cut(0, 0, 3, 3), cut(3, 0, 2, 3), cut(0, 3, 3, 1)])
  t.same(await pixels(await joinTiles(5, 4, tiles)), whole)
  await t.rejects(joinTiles(5, 4, tiles.slice(1)), RangeError, 'one is missing')
  await t.rejects(joinTiles(4, 5, tiles), RangeError, 'of another picture')
})

t.test('refuses pictures that do not belong together', async (t) => {
  const one = await png(1, [[1, 2, 3, 255]])
  const two = await png(
    2,
    Array.from({ length: 2 }, (): Pixel => [1, 2, 3, 255]),
  )
  const of = (picture: Buffer, samples: number) => ({ png: picture, samples })
  await t.rejects(averageSamples([]), RangeError)
  await t.rejects(averageSamples([of(one, 1), of(two, 1)]), RangeError)
  await t.rejects(averageSamples([of(one, 1), of(one, 0)]), RangeError)
})
