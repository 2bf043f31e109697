import t from '@toile/testing/tap'
import { blurUrl } from './blurhash.js'

const SIDE_PX = 16

/** Red, green and blue of a pixel. BMP stores blue first and the last row first. */
function pixel(url: string, x: number, y: number): number[] {
  const file = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const start = file.readUInt32LE(10) + ((SIDE_PX - 1 - y) * SIDE_PX + x) * 3
  return [...file.subarray(start, start + 3)].reverse()
}

t.test('draws the average colour, and what varies across and down', async (t) => {
  // The last four digits are the average colour, in base 83: 255, 128, 0, then 128, 128, 128.
  const plain = blurUrl('00TNoS')
  t.match(plain, /^data:image\/bmp;base64,/)
  for (const at of [0, 15]) t.same(pixel(plain, at, at), [255, 128, 0])
  // A second component, across or down, adds 0.5 (linear) on one side and takes it away on the other.
  const across = blurUrl('1~Eyb[~q')
  const down = blurUrl('9~Eyb[~q')
  for (const at of [0, 15]) {
    t.same(pixel(across, 0, at), [220, 220, 220])
    t.same(pixel(across, 15, at), [0, 0, 0])
    t.same(pixel(down, at, 0), [220, 220, 220])
    t.same(pixel(down, at, 15), [0, 0, 0])
  }
})

t.test('draws nothing for a malformed hash', async (t) => {
  for (const hash of ['', 'x', 'é123', '\u{1f457}', 'LEHV6nWB2yk8pyo0adR*.7kCMdn', 'LEHV6nWB2yk8pyo0adR*.7kCMd"j'])
    t.equal(blurUrl(hash), '', hash)
})
