// Tests the contract of a driver, with the same assertions on a local folder and on an S3 server for tests (s3rver).
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { open, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { newId } from '@toile/contracts/ids'
import { isStoreUnavailable } from '@toile/contracts/store-unavailable'
import { startKnocks } from '@toile/testing/knocks'
import { Upload } from '@tus/utils'
import type { Test } from '@tapjs/test'
import t from '@toile/testing/tap'
import { storageKey } from './keys.js'
import { openStorage } from './open.js'
import { NotStored, type StorageConfig, type StoredObject } from './storage.js'
import { emptyBucket, emptyFolder, MiB, newKey, plain, read, refusedKeys } from './stores.test-support.js'

async function contract(t: Test, config: StorageConfig, scratch: string) {
  const storage = await openStorage(config)

  t.test('put stores a buffer or a file, get and stat return it, a second put replaces it', async (t) => {
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
    t.equal(await range(1, 1), '1') // s3rver answers bytes=0-0 with the whole object
    t.equal(await range(3, 6), '3456')
    t.equal(await range(8, 99), '89')
    await t.rejects(storage.get(key, { start: 10, end: 12 }), RangeError)
  })

  t.test('60 unread downloads do not block other calls', async (t) => {
    const key = newKey()
    await storage.put(key, randomBytes(8 * MiB), plain)
    const slow = await Promise.all(Array.from({ length: 60 }, () => storage.get(key)))
    t.same(await storage.stat(key), { bytes: 8 * MiB })
    for (const stream of slow) stream.destroy()
  })

  t.test('a missing object is NotStored, and removing it twice is no error', async (t) => {
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

  t.test('list yields everything stored, with what unfinished uploads left beside it', async (t) => {
    const [whole, unfinished] = [newKey(), newKey()]
    await storage.put(whole, Buffer.from('12345'), plain)
    await storage.incoming().create(new Upload({ id: unfinished, size: 10, offset: 0 }))
    await storage.incoming().write(Readable.from([Buffer.from('012')]), unfinished, 0)
    const listed: StoredObject[] = []
    for await (const one of storage.list()) listed.push(one)
    t.match(
      listed.find(({ key }) => key === whole),
      { bytes: 5, changedAt: Date },
    )
    t.ok(listed.some(({ key }) => key === unfinished))
    await storage.remove(whole)
    await storage.remove(unfinished)
    for await (const { key } of storage.list()) t.not(key, whole)
  })

  t.test('list skips nothing, however many objects a folder holds', async (t) => {
    const many = Array.from({ length: 100 }, newKey)
    await Promise.all(many.map((key) => storage.put(key, Buffer.from('x'), plain)))
    const listed = new Set<string>()
    for await (const { key } of storage.list()) listed.add(key)
    t.same(
      many.filter((key) => !listed.has(key)),
      [],
    )
    await Promise.all(many.map((key) => storage.remove(key)))
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

  t.test('Q05 a full store is reported as unavailable, a missing object is not', async (t) => {
    const full = new Readable({ read() { this.destroy(Object.assign(new Error('no space'), { code: 'ENOSPC' })) } }) // oxfmt-ignore
    const error: unknown = await storage.put(newKey(), full, plain).catch((one: unknown) => one)
    t.match(error, { code: 'ENOSPC' })
    t.ok(isStoreUnavailable(error))
    t.notOk(isStoreUnavailable(await storage.get(newKey()).catch((one: unknown) => one)))
  })

  t.test('U04 M02 every call refuses a key that the server did not make', async (t) => {
    const key = newKey()
    await storage.put(key, Buffer.from('x'), plain)
    for (const bad of refusedKeys(key)) {
      const name = JSON.stringify(bad.slice(0, 50))
      await t.rejects(storage.put(bad, Buffer.from('x'), plain), TypeError, `put ${name}`)
      await t.rejects(storage.get(bad), TypeError, `get ${name}`)
      await t.rejects(storage.stat(bad), TypeError, `stat ${name}`)
      await t.rejects(storage.fetchTo(bad, path.join(scratch, 'bad')), TypeError, `fetchTo ${name}`)
      await t.rejects(storage.remove(bad), TypeError, `remove ${name}`)
    }
  })

  t.test('U13 a put killed half-way leaves nothing under its key', async (t) => {
    const key = newKey()
    // The pipe is closed only after the child is dead, so the put is killed with 7 MiB on their way to the store.
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
}

function putInChild(config: StorageConfig, key: string, file: string) {
  const code = `
    import { openStorage } from ${JSON.stringify(new URL('open.js', import.meta.url).href)}
    const [config, key, path] = process.argv.slice(1)
    await (await openStorage(JSON.parse(config))).put(key, { path }, { contentType: 'application/octet-stream' })`
  const options = ['--input-type=module', '-e', code, JSON.stringify(config), key, file]
  return spawn(process.execPath, options, { stdio: ['ignore', 'inherit', 'inherit'] })
}

t.test('folder', async (t) => {
  const { config, scratch } = emptyFolder(t)
  await contract(t, config, scratch)
  const unfinished = path.join(config.folder, 'unfinished')

  t.test('U04 writes only to folders of key kinds and to the folder for unfinished files', async (t) => {
    t.same((await readdir(config.folder)).sort(), ['images', 'originals', 'unfinished'])
  })

  t.test('U13 removes a day later what a killed put left', async (t) => {
    const left = await readdir(unfinished)
    t.equal(left.length, 1, 'the put that was killed above')
    const yesterday = Date.now() / 1000 - 24 * 3600 - 1
    await utimes(path.join(unfinished, left[0]!), yesterday, yesterday)
    await (await openStorage(config)).put(newKey(), Buffer.from('x'), plain)
    t.same(await readdir(unfinished), [])
  })
})

t.test('s3', async (t) => {
  const { config, scratch } = await emptyBucket(t)
  await contract(t, config, scratch)

  t.test('Q05 a store that answers with a server error, or not at all, is unavailable', async (t) => {
    const faulty = createServer(
      (request, response) => void request.resume().on('end', () => response.writeHead(503).end()),
    )
    await new Promise<void>((resolve) => faulty.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`
    const storage = await openStorage({ ...config, endpoint })
    const thrown = () => storage.stat(newKey()).catch((one: unknown) => one)
    t.ok(isStoreUnavailable(await thrown()))
    faulty.closeAllConnections()
    await new Promise((resolve) => faulty.close(resolve))
    t.ok(isStoreUnavailable(await thrown()))
  })

  t.test('X05 does not follow redirects of a store', async (t) => {
    const knocks = await startKnocks()
    t.teardown(() => knocks.stop())
    const asked: string[] = []
    const detour = createServer((request, response) => {
      asked.push(request.method!)
      request.resume()
      response.writeHead(307, { location: knocks.addresses[0]!, 'x-amz-bucket-region': 'elsewhere' }).end()
    })
    await new Promise<void>((resolve) => detour.listen(0, '127.0.0.1', resolve))
    t.teardown(() => detour.close())
    const endpoint = `http://127.0.0.1:${(detour.address() as AddressInfo).port}`
    const storage = await openStorage({ ...config, endpoint })
    await t.rejects(storage.get(newKey()))
    await t.rejects(storage.stat(newKey()))
    await t.rejects(storage.put(newKey(), Buffer.from('x'), plain))
    await t.rejects(storage.incoming().create(new Upload({ id: newKey(), size: 10, offset: 0 })))
    t.ok(asked.length >= 4)
    t.equal(knocks.count(), 0)
  })
})
