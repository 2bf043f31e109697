import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import t from '@toile/testing/tap'
import yauzl from 'yauzl'
import { storedZip } from './stored-zip.js'

t.test('yauzl reads the same files back, and equal files make equal bytes', async (t) => {
  const entries = [
    { name: 'frame-001.webp', bytes: Buffer.from('one') },
    { name: 'frame-002.webp', bytes: Buffer.alloc(100_000, 7) },
    { name: 'empty.webp', bytes: Buffer.alloc(0) },
  ]
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]))
  const bytes = storedZip(files)
  t.same(bytes, storedZip(files))
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes))
  const found = []
  for await (const entry of zip.eachEntry()) {
    const sums = { crc32: entry.crc32, compressedSize: entry.compressedSize }
    t.match(await zip.readLocalFileHeaderPromise(entry), sums, 'both headers say the same')
    const content = await buffer(await zip.openReadStreamPromise(entry))
    t.equal(entry.crc32, crc32(content))
    found.push({ name: entry.fileName, bytes: content })
  }
  t.same(found, entries)
})
