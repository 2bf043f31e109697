import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import t from '@toile/testing/tap'
import type { Work, WorkCard } from '@toile/contracts/works/works'
import { listUploads } from '@toile/db/uploads/uploads'
import { findLogin } from '@toile/db/users/users'
import { passwordFits } from '@toile/runtime/passwords'
import { makeUser } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments/garments'
import { keepPrepared } from '@toile/demo/prepared'
import { root } from '@toile/runtime/root'
import { openLine } from '../chaos/system/line.js'
import { sharedSystem, type SharedSystem } from '../test/shared-system.js'
import { openCommandLine } from './command-line.test-support.js'

let system: SharedSystem
const commandLine = openCommandLine()
t.before(async () => {
  system = await sharedSystem()
})
t.teardown(() => commandLine.close())

const toile = (...args: string[]) => commandLine.run(args, system.env)
/** Sessions of the command line have the user agent `toile`. */
const sessions = () => system.db.selectFrom('sessions').select('id').where('user_agent', '=', 'toile').execute()

async function file(name: string, bytes: Buffer): Promise<string> {
  const there = path.join(system.folder, name)
  await writeFile(there, bytes)
  return there
}

await t.test('sends, follows and publishes a garment', async (t) => {
  const { email } = await makeUser(system.db)
  const garment = await file('pleated_dress.glb', await makeGarment({ segments: 8, textureSize: 64 }))
  keepPrepared(system.env['KEPT_DIR'], garment)
  const { code, output } = await toile('upload', garment, '--as', email, '--publish')
  t.equal(code, 0, output)
  const stages = [...output.matchAll(/^ +[\d.]+ s {2}(\w+)$/gm)].map(([, stage]) => stage)
  t.same(stages, ['finished', 'processed', 'ready_to_publish'])
  const id = /^Published: (.*)\/project\/([\w-]+)$/m.exec(output)?.[2]
  const work = (await (await fetch(`${system.url}/works/${id}`)).json()) as Work
  t.match(work, { title: 'pleated dress', state: 'released', cover: { purpose: 'cover' } })
  t.same(await sessions(), [], 'nobody can go on with its session')

  const out = path.join(system.folder, 'pictures')
  const rendered = await toile('render', id!, '--engine', 'preview', '--size', 'cover', '--out', out)
  t.equal(rendered.code, 0, rendered.output)
  t.match(rendered.output, /^R-\d{6} {2}finished$/m)
  const files = await readdir(out)
  t.same(
    files.map((name) => name.replace(/\d{6}/, 'N')),
    ['R-N-still.png', 'R-N-still.webp'],
  )
  t.match(await sharp(path.join(out, files[0]!)).metadata(), { format: 'png', width: 308, height: 410 })
})

/** Far more bytes than connections can buffer, so the API has received most of the bytes that count as sent. */
const NOISE_BYTES = 64_000_000

await t.test('resumes after the API was unreachable, and says why a file is refused', async (t) => {
  const user = await makeUser(system.db)
  const noise = await file('noise.glb', Buffer.alloc(NOISE_BYTES, 'this is no garment. '))
  const { port, hostname } = new URL(system.url)
  const line = await openLine(Number(port), hostname)
  t.teardown(() => line.close())
  let cut: Promise<void> | undefined
  let opened: Promise<void> | undefined
  const { code, output } = await commandLine.run(
    ['upload', noise, '--as', user.email],
    { ...system.env, API_URL: `http://127.0.0.1:${line.port}` },
    (soFar) => {
      if (/ [2-5]\d %/.test(soFar)) cut ??= line.set('refused')
      if (/^The API cannot be reached/m.test(soFar)) opened ??= line.set('open')
    },
  )
  await Promise.all([cut, opened])
  t.equal(code, 1)
  t.match(output, /^The API cannot be reached/m)
  const from = Number(/The API cannot be reached.*\n.* (\d+) %/.exec(output)?.[1])
  t.ok(from >= 20, `went on at ${from} %`)
  t.match(output, /^NOT_A_MODEL: This isn’t a 3D file/m)
  const { items } = await listUploads(system.db, { ownerId: user.id, limit: 10 })
  t.same(
    items.map(({ stage, size }) => ({ stage, size })),
    [{ stage: 'failed', size: NOISE_BYTES }],
    'one upload, whole',
  )
  t.same(await sessions(), [])
})

await t.test('seed adds realistic works and users', async (t) => {
  const count = async () =>
    (
      await sql<{ works: number; users: number }>`select (select count(*) from works)::int as works,
      (select count(*) from users)::int as users`.execute(system.db)
    ).rows[0]!
  const before = await count()
  const { code, output } = await toile('seed', '--works', '60', '--users', '12')
  t.equal(code, 0, output)
  t.match(output, /^60 works, 12 users, (6\d|7[0-2]) pictures, \d+ likes, \d+ comments, \d+ follows$/m)
  const after = await count()
  t.same([after.works - before.works, after.users - before.users], [60, 12])
  const { items } = (await (await fetch(`${system.url}/works?q=pattern`)).json()) as { items: WorkCard[] }
  t.ok(items.length > 20, `${items.length} on the first page`)
  t.ok(items.some(({ creator }) => creator.avatarUrl))
  const [card] = items
  for (const { url } of card!.cover!.variants) t.equal((await fetch(url)).status, 200, url)
  const work = (await (await fetch(`${system.url}/works/${card!.id}`)).json()) as Work
  t.match(work, { model: { facts: { triangles: Number } }, cover: { variants: card!.cover!.variants } })
  t.equal((await fetch(work.model!.url)).status, 200, 'its model is there')
  t.match(await toile('seed', '--works', '0', '--users', '2'), { code: 2, output: /seed needs/ })
})

await t.test('user create makes a verified account of the group', async (t) => {
  const args = ['user', 'create', '--email', 'ada@example.test', '--password', 'correct horse', '--admin']
  t.equal((await toile(...args)).code, 0)
  const made = await findLogin(system.db, 'ada@example.test')
  t.match(made, { username: 'ada', group: 'admin', demo: false, email_verified_at: Date })
  t.ok(await passwordFits(made?.password_hash, 'correct horse'))
  t.match(await toile(...args), { code: 1, output: /This is already in use/ })
})

await t.test('doctor finds a running system healthy and prints no secrets', async (t) => {
  // PUBLIC_URL is changed to a name that does not resolve here, as may happen in production: doctor must not need it.
  const { code, output } = await commandLine.run(['doctor'], { ...system.env, PUBLIC_URL: 'https://toile.test' })
  t.equal(code, 0, output)
  for (const what of ['Postgres', 'Redis', 'Store', 'api', 'realtime', 'relay', 'workers'])
    t.match(output, new RegExp(`^✓ ${what}`, 'm'))
  t.notMatch(output, process.env['TEST_DATABASE_URL'] ?? '')

  // A killed relay's claimed tick stays late for minutes. Doctor must not count it, because another relay may run.
  const begun = sql`update ticks set due_at = now() - interval '1 minute', claimed_until = now() + interval '1 minute'
    where name = 'works.forget-views'`
  await begun.execute(system.db)
  t.match(await toile('doctor'), { code: 0, output: /^✓ relay/m })
})

await t.test('prints the usage after a wrong call', async (t) => {
  for (const args of [['sing'], ['upload', 'x.glb'], ['doctor', '--loud']])
    t.match(await toile(...args), { code: 2, output: /upload FILE --as EMAIL/ }, args.join(' '))
})

await t.test('prints the usage when started as a program, too, and exits with its code', (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'infra/dist/cli/toile.js'), 'sing'])
  t.equal(status, 2)
  t.equal(stdout.toString(), '')
  t.match(stderr.toString(), /^Unknown command: sing\n[^]*upload FILE --as EMAIL/)
  t.end()
})
