import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import type { Work } from '@toile/contracts/works'
import { listUploads } from '@toile/db/queries/uploads'
import { findLogin } from '@toile/db/queries/users'
import { passwordFits } from '@toile/runtime/passwords'
import { makeUser } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments'
import { startCliSystem, type CliSystem } from './system.test-support.js'

let system: CliSystem
t.before(async () => {
  system = await startCliSystem()
})
t.teardown(() => system.close())

const sessions = () => system.db.selectFrom('sessions').select('id').execute()

async function file(name: string, bytes: Buffer): Promise<string> {
  const there = path.join(system.folder, name)
  await writeFile(there, bytes)
  return there
}

await t.test('a garment is sent, followed live and published', async (t) => {
  const { email } = await makeUser(system.db)
  const garment = await file('pleated_dress.glb', await makeGarment({ segments: 8, textureSize: 64 }))
  const { code, output } = await system.toile(['upload', garment, '--as', email, '--publish'])
  t.equal(code, 0, output)
  const stages = [...output.matchAll(/^ +[\d.]+ s {2}(\w+)$/gm)].map(([, stage]) => stage)
  t.same(stages, ['finished', 'processed', 'ready_to_publish'])
  const id = /^Published: (.*)\/project\/([\w-]+)$/m.exec(output)?.[2]
  const work = (await (await fetch(`${system.url}/works/${id}`)).json()) as Work
  t.match(work, { title: 'pleated dress', state: 'released', cover: { purpose: 'cover' } })
  t.same(await sessions(), [], 'nobody can go on with its session')

  const out = path.join(system.folder, 'pictures')
  const rendered = await system.toile(['render', id!, '--engine', 'preview', '--size', 'cover', '--out', out])
  t.equal(rendered.code, 0, rendered.output)
  t.match(rendered.output, /^R-\d{6} {2}finished$/m)
  const files = await readdir(out)
  t.same(
    files.map((name) => name.replace(/\d{6}/, 'N')),
    ['R-N-still.png', 'R-N-still.webp'],
  )
  t.match(await sharp(path.join(out, files[0]!)).metadata(), { format: 'png', width: 308, height: 410 })
})

await t.test('it goes on where it was when the API is killed, and says why a file is refused', async (t) => {
  const user = await makeUser(system.db)
  const noise = await file('noise.glb', randomBytes(240_000_000))
  let killed = false
  const { code, output } = await system.toile(['upload', noise, '--as', user.email], (soFar) => {
    if (killed || !/ [2-5]\d %/.test(soFar)) return
    killed = true
    system.restart('api')
  })
  t.ok(killed)
  t.equal(code, 1)
  t.match(output, /^The API is away/m)
  const from = Number(/The API is away.*\n.* (\d+) %/.exec(output)?.[1])
  t.ok(from >= 20, `went on at ${from} %`)
  t.match(output, /^NOT_A_MODEL: This is not a 3D file/m)
  const { items } = await listUploads(system.db, { ownerId: user.id, limit: 10 })
  t.same(
    items.map(({ stage, size }) => ({ stage, size })),
    [{ stage: 'failed', size: 240_000_000 }],
    'one upload, whole',
  )
  t.same(await sessions(), [])
})

await t.test('user create makes a verified account with these rights', async (t) => {
  const args = ['user', 'create', '--email', 'ada@example.test', '--password', 'correct horse', '--admin']
  t.equal((await system.toile(args)).code, 0)
  const made = await findLogin(system.db, 'ada@example.test')
  t.match(made, { username: 'ada', group: 'admin', demo: false, email_verified_at: Date })
  t.ok(await passwordFits(made?.password_hash, 'correct horse'))
  t.match(await system.toile(args), { code: 1, output: /This is already taken/ })
})

await t.test('doctor finds the running system well, without telling its secrets', async (t) => {
  const { code, output } = await system.toile(['doctor'])
  t.equal(code, 0, output)
  for (const what of ['Postgres', 'Redis', 'Store', 'api', 'realtime', 'relay', 'workers'])
    t.match(output, new RegExp(`^✓ ${what}`, 'm'))
  t.notMatch(output, process.env['TEST_DATABASE_URL'] ?? '')
})

await t.test('who calls it wrongly is told how', async (t) => {
  for (const args of [['sing'], ['upload', 'x.glb'], ['doctor', '--loud']])
    t.match(await system.toile(args), { code: 2, output: /upload FILE --as EMAIL/ }, args.join(' '))
})
