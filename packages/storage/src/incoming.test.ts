// Tests that a driver's upload store keeps its contract after a client, the API or the store has failed half-way.
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3 } from '@aws-sdk/client-s3'
import { Upload } from '@tus/utils'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { openStorage } from './open.js'
import type { StorageConfig } from './storage.js'
import { emptyBucket, emptyFolder, MiB, newKey, read, refusedKeys } from './stores.test-support.js'

const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(Object, (error) => error).then((e) => e.status_code)

async function contract(t: Test, config: StorageConfig) {
  const storage = await openStorage(config)

  t.test('U04 M02 returns 404 for an id that is not an upload key', async (t) => {
    const key = newKey()
    for (const bad of refusedKeys(key)) {
      const name = JSON.stringify(bad.slice(0, 50))
      const incoming = storage.incoming()
      const upload = Object.assign(new Upload({ id: key, size: 1, offset: 0 }), { id: bad })
      t.equal(await statusOf(incoming.create(upload)), 404, `create ${name}`)
      t.equal(await statusOf(incoming.write(Readable.from(['x']), bad, 0)), 404, `write ${name}`)
      t.equal(await statusOf(incoming.getUpload(bad)), 404, `getUpload ${name}`)
      t.equal(await statusOf(incoming.remove(bad)), 404, `incoming remove ${name}`)
    }
  })

  t.test('U13 an upload continues after a crash at the right offset, and ends in its final place', async (t) => {
    const key = newKey()
    const bytes = randomBytes(19 * MiB + 7)
    const cut = 11 * MiB + 3
    await storage
      .incoming()
      .create(new Upload({ id: key, size: bytes.length, offset: 0, metadata: { filename: '../x' } }))
    t.equal((await storage.incoming().getUpload(key)).offset, 0)
    t.equal(await storage.incoming().write(Readable.from(bytes.subarray(0, cut)), key, 0), cut)

    const afterCrash = await openStorage(config)
    t.match(await afterCrash.incoming().getUpload(key), { id: key, offset: cut, size: bytes.length })
    t.equal(await afterCrash.incoming().write(Readable.from(bytes.subarray(cut)), key, cut), bytes.length)
    t.match(await afterCrash.incoming().getUpload(key), { offset: bytes.length, size: bytes.length })
    t.ok((await read(storage, key)).equals(bytes))
    t.ok(
      (await buffer(await storage.get(key, { start: cut - 5, end: cut + 4 }))).equals(bytes.subarray(cut - 5, cut + 5)),
    )

    await storage.remove(key)
    t.equal(await statusOf((await openStorage(config)).incoming().getUpload(key)), 404, 'nothing is left beside it')
  })

  t.test('U13 an unfinished upload can be removed repeatedly, and is gone for every process', async (t) => {
    const key = newKey()
    const other = await openStorage(config)
    await storage.incoming().create(new Upload({ id: key, size: 10, offset: 0 }))
    await storage.incoming().write(Readable.from([Buffer.from('01234')]), key, 0)
    t.equal((await other.incoming().getUpload(key)).offset, 5)
    await storage.incoming().remove(key)
    await storage.remove(key)
    t.equal(await statusOf(other.incoming().getUpload(key)), 404)
    t.equal(await storage.stat(key), null)
  })

  t.test('U21 tus itself cannot serve a file, defer its size or expire it', async (t) => {
    t.notOk('read' in storage.incoming())
    t.same(storage.incoming().extensions, ['creation', 'creation-with-upload', 'termination'])
  })
}

t.test('folder', async (t) => contract(t, emptyFolder(t).config))

t.test('s3', async (t) => {
  const { config, faults, store } = await emptyBucket(t)
  await contract(t, config)
  const storage = await openStorage(config)
  const { endpoint, region, bucket: _bucket, ...credentials } = config
  const client = new S3({ endpoint, region, credentials, forcePathStyle: true })

  t.test('U13 a part that the store refuses leaves no gap: the offset ends before it', async (t) => {
    const key = newKey()
    const bytes = randomBytes(30 * MiB)
    // Each part has 8 MiB, so the third part is complete after 24 MiB. The second part is refused only after 27 MiB. By
    // then, a store that sends parts in parallel would already have sent the third part.
    let cut = () => {}
    const thirdIsCut = new Promise<void>((resolve) => (cut = resolve))
    async function* slices() {
      for (let n = 0; n < 30; n++) {
        if (n === 27) cut()
        yield bytes.subarray(n * MiB, (n + 1) * MiB)
      }
    }
    faults.refuse = async (_request, url) => {
      if (url.searchParams.get('partNumber') !== '2') return false
      await thirdIsCut
      return true
    }
    await storage.incoming().create(new Upload({ id: key, size: bytes.length, offset: 0 }))
    await t.rejects(storage.incoming().write(Readable.from(slices()), key, 0))
    faults.refuse = () => false
    t.equal((await storage.incoming().getUpload(key)).offset, 8 * MiB)
    await storage.incoming().write(Readable.from(bytes.subarray(8 * MiB)), key, 8 * MiB)
    t.ok((await read(storage, key)).equals(bytes))
  })

  t.test('U13 completes an upload on the next read when the API died after the last part', async (t) => {
    const key = newKey()
    await storage.incoming().create(new Upload({ id: key, size: 10, offset: 0 }))
    faults.refuse = (request, url) => request.method === 'POST' && url.searchParams.has('uploadId')
    await t.rejects(storage.incoming().write(Readable.from([Buffer.from('0123456789')]), key, 0))
    faults.refuse = () => false
    t.equal(await storage.stat(key), null)
    t.equal((await (await openStorage(config)).incoming().getUpload(key)).offset, 10)
    t.equal((await read(storage, key)).toString(), '0123456789')
  })
  t.test('U13 I1 keeps an acknowledged tail when the store refuses the next piece', async (t) => {
    const key = newKey()
    const bytes = randomBytes(20 * MiB)
    const write = async (from: number, to: number) =>
      (await openStorage(config)).incoming().write(Readable.from(bytes.subarray(from, to)), key, from)
    const offset = async () => (await (await openStorage(config)).incoming().getUpload(key)).offset
    await storage.incoming().create(new Upload({ id: key, size: bytes.length, offset: 0 }))
    t.equal(await write(0, MiB), MiB)
    faults.refuse = (request, url) => request.method === 'PUT' && url.pathname.endsWith('.part')
    await t.rejects(write(MiB, 2 * MiB))
    t.equal(await offset(), MiB, 'the store took no longer tail')
    faults.refuse = (_request, url) => url.searchParams.get('partNumber') === '1'
    await t.rejects(write(MiB, 12 * MiB))
    t.equal(await offset(), MiB, 'nor the part that holds it')
    faults.refuse = (_request, url) => url.searchParams.get('partNumber') === '2'
    await t.rejects(write(MiB, bytes.length))
    t.equal(await offset(), 8 * MiB, 'once the part is there, the tail counts no more')
    faults.refuse = () => false
    t.equal(await write(8 * MiB, 9 * MiB), 9 * MiB)
    t.equal(await offset(), 9 * MiB, 'the next tail comes after that part')
    t.equal(await write(9 * MiB, bytes.length), bytes.length)
    t.ok((await read(storage, key)).equals(bytes))
    await t.rejects(client.headObject({ Bucket: config.bucket, Key: `${key}.part` }), 'no tail is left')
  })

  t.test('U04 client metadata sets no header of the stored object', async (t) => {
    const key = newKey()
    const metadata = { contentType: 'text/html', cacheControl: 'public', filename: 'x.html' }
    await storage.incoming().create(new Upload({ id: key, size: 1, offset: 0, metadata }))
    await storage.incoming().write(Readable.from(['x']), key, 0)
    const { ContentType, CacheControl } = await client.headObject({ Bucket: config.bucket, Key: key })
    t.notMatch(ContentType, /html/)
    t.equal(CacheControl, undefined)
    t.same((await storage.incoming().getUpload(key)).metadata, metadata, 'and is kept as it was sent')
  })

  t.test('U13 an upload whose parts the bucket has expired is gone, not finished', async (t) => {
    const key = newKey()
    await storage.incoming().create(new Upload({ id: key, size: 10, offset: 0 }))
    const uploads = await readdir(path.join(store, 'toile/._S3rver_uploads'))
    for (const id of uploads) await rm(path.join(store, 'toile/._S3rver_uploads', id), { recursive: true })
    t.equal(await statusOf(storage.incoming().getUpload(key)), 410)
  })
})
