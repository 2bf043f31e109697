import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import t from '@toile/testing/tap'
import { createRedisDatabase } from '@toile/testing/redis'
import { createTestDatabase } from '@toile/testing/database'
import { makeToken, makeUser, TEST_SECRET } from '@toile/testing/factories'
import { freePort } from '@toile/runtime/ports'
import { announce, append, caller, type Person } from './test-api.js'

const MB = 1024 * 1024

await t.test('U02 memory use does not grow with uploads', async (t) => {
  const database = await createTestDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'toile-memory-'))
  const port = await freePort()
  // The API runs in a separate process, so that the test measures only the memory of the API.
  const child = spawn(process.execPath, [path.join(path.dirname(fileURLToPath(import.meta.url)), 'main.js')], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.url,
      REDIS_URL: await createRedisDatabase(),
      SECRET: TEST_SECRET,
      PORT: String(port),
      STORAGE_DIR: folder,
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  for await (const line of child.stdout) if (String(line).includes('api is ready')) break
  child.stdout.resume()

  const url = `http://127.0.0.1:${port}`
  const user = await makeUser(database.db)
  const { token } = await makeToken(database.db, user)
  const person: Person = { user, token, call: caller(url, token) }
  const send = async (bytes: number) => {
    const place = (await announce(person, bytes)).headers.get('location')!
    const chunk = Buffer.alloc(MB, 'x')
    const body = Readable.from(Array.from({ length: bytes / MB }, () => chunk)) as unknown as BodyInit
    return (await append(url, token, place, 0, body)).status
  }
  t.equal(await send(4 * MB), 204)
  const before = await peakBytes(child.pid!)
  t.same(await Promise.all([send(160 * MB), send(160 * MB), send(160 * MB)]), [204, 204, 204])
  const grown = (await peakBytes(child.pid!)) - before
  t.ok(grown < 160 * MB, `480 MB of uploads raised its peak by ${Math.round(grown / MB)} MB`)
})

async function peakBytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) * 1024
}
