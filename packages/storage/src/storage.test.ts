// The contract of a driver: the same assertions on a local folder and on a real S3 server.
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { open, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { newId } from '@toile/contracts/ids'
import { Upload } from '@tus/utils'
import t, { type Test } from 'tap'
import { storageKey } from './keys.js'
import { openStorage } from './open.js'
import { startS3Server } from './s3-server.test-support.js'
import { NotStored, type Storage, type StorageConfig } from './storage.js'

const MiB = 2 ** 20
const newKey = () => storageKey('originals', newId())
const read = async (storage: Storage, key: string) => buffer(await storage.get(key))
const plain = { contentType: 'application/octet-stream' }

/** Ways out of the root, and shapes that no driver may ever act on. */
function refusedKeys(key: string) {
  const climbing = ['../x', `../${key}`, `${key}/..`, `${key}/../../x`, 'originals/../x', `./${key}`, '..\\x', '..%5cx']
  const encoded = ['%2e%2e', '%2e%2e%2fx', key.replaceAll('/', '%2F'), '%252e%252e/x']
  const absolute = ['/etc/passwd', `/${key}`, 'C:\\x', 'file:///etc/passwd']
  const cut = [`${key}\0`, `${key}\n`, `\0${key}`, `${key}/`, `${key}.json`, `${key}.info`, `${key} `, '', 'originals']
  return [...climbing, ...encoded, ...absolute, ...cut, 'x'.repeat(4096), key + 'x'.repeat(4096)]
}

/** The status that tus answers with. */
const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(Object, (error) => error).then((e) => e.status_code)

async function contract(t: Test, config: StorageConfig, scratch: string) {
  const storage = openStorage(config)

  t.test('put stores a buffer or a file, get and stat give it back, a second put replaces it', async (t) => {
    const key = storageKey('images', newId(), { name: 'cover.308', hash: 'a1b2', extension: 'webp' })
    t.equal(await storage.stat(key), null)
    t.same(await storage.put(key, Buffer.from('first'), { contentType: 'image/webp' }), { bytes: 5 })
    const large = randomBytes(11 * MiB)
    await writeFile(path.join(scratch, 'large'), large)
    t.same(await storage.put(key, { path: path.join(scratch, 'large') }, plain), { bytes: large.length })
    t.ok((await read(storage, key)).equals(large))
    t.same(await storage.put(key, Buffer.alloc(0), plain), { bytes: 0 })
    t.same(await storage.stat(key), { bytes: 0 })
    t.equal((await read(storage, key)).length, 0)
    await t.rejects(storage.put(key, { path: path.join(scratch, 'none') }, plain), { code: 'ENOENT' })
    t.same(await storage.stat(key), { bytes: 0 }, 'a put that fails leaves what was there')
  })

  t.test('get streams a range, both ends inclusive', async (t) => {
    const key = newKey()
    await storage.put(key, Buffer.from('0123456789'), plain)
    const range = async (start: number, end: number) =>
      (await buffer(await storage.get(key, { start, end }))).toString()
    t.equal(await range(1, 1), '1') // s3rver answers the whole object to bytes=0-0
    t.equal(await range(3, 6), '3456')
    t.equal(await range(8, 99), '89')
    await t.rejects(storage.get(key, { start: 10, end: 12 }), RangeError)
  })

  t.test('what is not stored is NotStored, and removing it twice is no error', async (t) => {
    const key = newKey()
    await t.rejects(storage.get(key), NotStored)
    await t.rejects(storage.get(key, { start: 0, end: 1 }), NotStored)
    await t.rejects(storage.fetchTo(key, path.join(scratch, 'nothing')), NotStored)
    await t.rejects(stat(path.join(scratch, 'nothing')), { code: 'ENOENT' })
    await storage.put(key, Buffer.from('x'), plain)
    await storage.remove(key)
    await storage.remove(key)
    t.equal(await storage.stat(key), null)
    await t.rejects(storage.get(key), NotStored)
  })

  t.test('fetchTo makes a local copy that outlives the stored one', async (t) => {
    const key = newKey()
    const copy = path.join(scratch, 'copy')
    await writeFile(copy, 'left by an attempt before')
    await storage.put(key, Buffer.from('stored'), plain)
    await storage.fetchTo(key, copy)
    await storage.put(key, Buffer.from('replaced'), plain)
    t.equal(await readFile(copy, 'utf8'), 'stored')
    await storage.remove(key)
    t.equal(await readFile(copy, 'utf8'), 'stored')
  })

  t.test('freeFraction is a share, or null where it has no meaning', async (t) => {
    const free = await storage.freeFraction()
    if (storage.driver === 's3') t.equal(free, null)
    else t.ok(free !== null && free > 0 && free < 1, `${free}`)
  })

  t.test('U04 M02 a key that the server did not make is refused by every call', async (t) => {
    const key = newKey()
    await storage.put(key, Buffer.from('x'), plain)
    for (const bad of refusedKeys(key)) {
      const name = JSON.stringify(bad.slice(0, 50))
      await t.rejects(storage.put(bad, Buffer.from('x'), plain), TypeError, `put ${name}`)
      await t.rejects(storage.get(bad), TypeError, `get ${name}`)
      await t.rejects(storage.stat(bad), TypeError, `stat ${name}`)
      await t.rejects(storage.fetchTo(bad, path.join(scratch, 'bad')), TypeError, `fetchTo ${name}`)
      await t.rejects(storage.remove(bad), TypeError, `remove ${name}`)
      const incoming = storage.incoming()
      const upload = Object.assign(new Upload({ id: key, size: 1, offset: 0 }), { id: bad })
      t.equal(await statusOf(incoming.create(upload)), 404, `create ${name}`)
      t.equal(await statusOf(incoming.write(Readable.from(['x']), bad, 0)), 404, `write ${name}`)
      t.equal(await statusOf(incoming.getUpload(bad)), 404, `getUpload ${name}`)
      t.equal(await statusOf(incoming.remove(bad)), 404, `incoming remove ${name}`)
    }
  })

  t.test('U13 a put that is killed half-way leaves nothing under its key', async (t) => {
    const key = newKey()
    // The child puts from a pipe that ends after it is dead: 7 MiB taken from it are 7 MiB on the way to the store.
    const pipe = path.join(scratch, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const child = putInChild(config, key, pipe)
    const mouth = await open(pipe, 'w')
    await mouth.writeFile(randomBytes(7 * MiB))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await mouth.close()
    t.equal(await storage.stat(key), null)
    await t.rejects(storage.get(key), NotStored)
    await storage.put(key, Buffer.from('again'), plain)
    t.equal((await read(storage, key)).toString(), 'again', 'and it can be put again')
  })

  t.test('U13 an upload goes on after a crash, at the right offset, and ends in its final place', async (t) => {
    const key = newKey()
    const bytes = randomBytes(19 * MiB + 7)
    const cut = 11 * MiB + 3
    await storage
      .incoming()
      .create(new Upload({ id: key, size: bytes.length, offset: 0, metadata: { filename: '../x' } }))
    t.equal((await storage.incoming().getUpload(key)).offset, 0)
    t.equal(await storage.incoming().write(Readable.from(bytes.subarray(0, cut)), key, 0), cut)

    const afterCrash = openStorage(config)
    t.match(await afterCrash.incoming().getUpload(key), { id: key, offset: cut, size: bytes.length })
    t.equal(await afterCrash.incoming().write(Readable.from(bytes.subarray(cut)), key, cut), bytes.length)
    t.match(await afterCrash.incoming().getUpload(key), { offset: bytes.length, size: bytes.length })
    t.ok((await read(storage, key)).equals(bytes))
    t.ok(
      (await buffer(await storage.get(key, { start: cut - 5, end: cut + 4 }))).equals(bytes.subarray(cut - 5, cut + 5)),
    )

    await storage.remove(key)
    t.equal(await statusOf(openStorage(config).incoming().getUpload(key)), 404, 'nothing is left beside it')
  })

  t.test('U13 an unfinished upload can be removed, again and again, and is gone for every process', async (t) => {
    const key = newKey()
    const other = openStorage(config)
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

function putInChild(config: StorageConfig, key: string, file: string) {
  const code = `
    import { openStorage } from ${JSON.stringify(new URL('open.js', import.meta.url).href)}
    const [config, key, path] = process.argv.slice(1)
    await openStorage(JSON.parse(config)).put(key, { path }, { contentType: 'application/octet-stream' })`
  const options = ['--input-type=module', '-e', code, JSON.stringify(config), key, file]
  return spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'] })
}

t.test('folder', async (t) => {
  const root = t.testdir({ store: {}, scratch: {} })
  const folder = path.join(root, 'store')
  await contract(t, { driver: 'folder', folder }, path.join(root, 'scratch'))
  t.test('U04 nothing was written outside the folders of the kinds', async (t) => {
    t.same((await readdir(folder)).sort(), ['images', 'originals', 'unfinished'])
  })

  t.test('U13 what a killed put left is thrown out a day later', async (t) => {
    const left = await readdir(path.join(folder, 'unfinished'))
    t.equal(left.length, 1, 'the put that was killed above')
    const yesterday = Date.now() / 1000 - 24 * 3600 - 1
    await utimes(path.join(folder, 'unfinished', left[0]!), yesterday, yesterday)
    await openStorage({ driver: 'folder', folder }).put(newKey(), Buffer.from('x'), plain)
    t.same(await readdir(path.join(folder, 'unfinished')), [])
  })
})

t.test('s3', async (t) => {
  const root = t.testdir({ store: {}, scratch: {} })
  const s3 = await startS3Server(path.join(root, 'store'))
  t.teardown(() => s3.stop())
  await contract(t, s3.config, path.join(root, 'scratch'))
  const storage = openStorage(s3.config)

  t.test('U13 a part that the store refuses leaves no hole: the offset ends before it', async (t) => {
    const key = newKey()
    const bytes = randomBytes(19 * MiB)
    await storage.incoming().create(new Upload({ id: key, size: 30 * MiB, offset: 0 }))
    s3.faults.refuse = (_request, url) => url.searchParams.get('partNumber') === '2'
    await t.rejects(storage.incoming().write(Readable.from(bytes), key, 0))
    s3.faults.refuse = () => false
    t.equal((await storage.incoming().getUpload(key)).offset, 8 * MiB)
    const all = Buffer.concat([bytes, randomBytes(11 * MiB)])
    await storage.incoming().write(Readable.from(all.subarray(8 * MiB)), key, 8 * MiB)
    t.ok((await read(storage, key)).equals(all))
  })

  t.test('U13 an API killed after the last part and before the completion: the next look completes it', async (t) => {
    const key = newKey()
    await storage.incoming().create(new Upload({ id: key, size: 10, offset: 0 }))
    s3.faults.refuse = (request, url) => request.method === 'POST' && url.searchParams.has('uploadId')
    await t.rejects(storage.incoming().write(Readable.from([Buffer.from('0123456789')]), key, 0))
    s3.faults.refuse = () => false
    t.equal(await storage.stat(key), null)
    t.equal((await openStorage(s3.config).incoming().getUpload(key)).offset, 10)
    t.equal((await read(storage, key)).toString(), '0123456789')
  })
  t.test('U13 an upload whose parts the bucket threw away is gone, not finished', async (t) => {
    const key = newKey()
    await storage.incoming().create(new Upload({ id: key, size: 10, offset: 0 }))
    const uploads = await readdir(path.join(root, 'store/toile/._S3rver_uploads'))
    for (const id of uploads) await rm(path.join(root, 'store/toile/._S3rver_uploads', id), { recursive: true })
    t.equal(await statusOf(storage.incoming().getUpload(key)), 410)
  })
})
