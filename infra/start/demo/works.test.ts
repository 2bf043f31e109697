import { writeFile } from 'node:fs/promises'
import t from '@toile/testing/tap'
import { listFeed } from '@toile/db/works/feed'
import { findWork } from '@toile/db/works/works'
import { listUploads } from '@toile/db/uploads/uploads'
import { findLogin } from '@toile/db/users/users'
import { TEST_SECRET } from '@toile/testing/factories'
import { makeGarment } from '@toile/testing/garments/garments'
import type { DemoGarment } from '@toile/demo/garments/demo-garments'
import { sharedSystem, type SharedSystem } from '../../test/shared-system.js'
import { publishDemoWorks } from './works.js'

let system: SharedSystem
t.before(async () => {
  system = await sharedSystem()
})

const garment = (name: string, creator: string): DemoGarment => ({
  name,
  title: `The ${name}`,
  intro: 'Made for a test.',
  categories: ['dress'],
  tags: ['test'],
  creator,
  build: () => makeGarment({ segments: 8, textureSize: 64 }),
})
const garments = [garment('first', 'anouk'), garment('second', 'meilin'), garment('third', 'anouk')]

const folder = t.testdir()
const publish = (signal: AbortSignal, tell?: (garment: DemoGarment) => void) =>
  publishDemoWorks({
    db: system.db,
    url: system.url,
    secret: TEST_SECRET,
    folder,
    keptDir: system.env['KEPT_DIR'],
    garments,
    signal,
    make: async (each, file) => writeFile(file, await each.build()),
    ...(tell && { published: tell }),
  })
const ofThese = new Set(garments.map(({ title }) => title))
const published = async () => {
  const { items } = await listFeed(system.db, { sort: 'latest', limit: 100 })
  const works = await Promise.all(items.map(({ id }) => findWork(system.db, id)))
  return works.flatMap((work) => (work && ofThese.has(work.title) ? [work] : []))
}
const titles = async () => (await published()).map(({ title }) => title)

await t.test('publishes each work once through the whole pipeline, although stopped and restarted', async (t) => {
  const ending = new AbortController()
  await t.rejects(publish(ending.signal, () => ending.abort(new Error('stopped'))))
  t.same(await titles(), ['The first'])

  await publish(AbortSignal.timeout(120_000))
  t.same(await titles(), ['The third', 'The second', 'The first'])
  const anouk = await findLogin(system.db, 'anouk@toile.local')
  t.match(anouk, { nickname: 'Anouk Varga', demo: true })
  const { items } = await listUploads(system.db, { ownerId: anouk!.id, limit: 10 })
  t.same(
    items.map(({ filename, stage }) => `${filename} ${stage}`),
    ['third.glb ready_to_publish', 'first.glb ready_to_publish'],
  )
})

await t.test('changes nothing when run again', async (t) => {
  const before = await published()
  await publish(AbortSignal.timeout(120_000))
  t.same(await published(), before)
  const sessions = system.db.selectFrom('sessions').select('id').where('user_agent', '=', 'toile')
  t.same(await sessions.execute(), [], 'no session is left')
})
