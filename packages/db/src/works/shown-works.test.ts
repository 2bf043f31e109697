import fc from 'fast-check'
import { sql } from 'kysely'
import t from '@toile/testing/tap'
import { newId } from '@toile/contracts/ids'
import { createTestDatabase, type TestDatabase } from '@toile/testing/database'
import { makeImage, makeReadyUpload, makeUser } from '@toile/testing/factories'
import { inTransaction, type Db } from '../client.js'
import { listCreators } from '../users/creators.js'
import { listFeed } from './feed.js'
import { findImages } from '../images/images.js'
import { canSeeWork, isShown, type Viewer } from './shown-works.js'
import { hideWork, unhideWork } from '../moderation/work-moderation.js'
import { findWork, listOwnWorks } from './works.js'
import { insertWork, moveWork, updateWork } from './works-transitions.js'

let test: TestDatabase
t.before(async () => {
  test = await createTestDatabase()
})
t.teardown(() => test.drop())

/** What determines a work's visibility, as the test models it. */
interface Model {
  state: 'draft' | 'released' | 'trashed'
  isPrivate: boolean
  isHidden: boolean
}

/** What each action on a work does to the model and to the rows. A refused action changes nothing. */
const actions: Record<
  string,
  { model(now: Model): Partial<Model>; rows(trx: Db, id: string, actorId: string): Promise<unknown> }
> = {
  publish: {
    model: ({ state }) => (state === 'draft' ? { state: 'released' } : {}),
    rows: (trx, id) => moveWork(trx, id, 'released'),
  },
  unpublish: {
    model: ({ state }) => (state === 'released' ? { state: 'draft' } : {}),
    rows: (trx, id) => moveWork(trx, id, 'draft', 'released'),
  },
  trash: { model: () => ({ state: 'trashed' }), rows: (trx, id) => moveWork(trx, id, 'trashed') },
  restore: {
    model: ({ state }) => (state === 'trashed' ? { state: 'draft' } : {}),
    rows: (trx, id) => moveWork(trx, id, 'draft', 'trashed'),
  },
  'make private': {
    model: ({ state }) => (state === 'trashed' ? {} : { isPrivate: true }),
    rows: (trx, id) => updateWork(trx, id, { visibility: 'private' }),
  },
  'make public': {
    model: ({ state }) => (state === 'trashed' ? {} : { isPrivate: false }),
    rows: (trx, id) => updateWork(trx, id, { visibility: 'public' }),
  },
  hide: {
    model: () => ({ isHidden: true }),
    rows: (trx, id, actorId) => hideWork(trx, { id, actorId, reason: 'Not a garment' }).catch(nothingChanged),
  },
  unhide: {
    model: () => ({ isHidden: false }),
    rows: (trx, id, actorId) => unhideWork(trx, { id, actorId, reason: 'A garment' }).catch(nothingChanged),
  },
}
function nothingChanged(error: { code?: string }) {
  if (error.code !== 'NOTHING_CHANGED') throw error
}

const isForAll = ({ state, isPrivate, isHidden }: Model) => state === 'released' && !isPrivate && !isHidden

await t.test(
  'U21 C13 whatever happens to two works with a shared cover, exactly the viewers in the model can see them',
  async (t) => {
    const admin = await makeUser(test.db, { group: 'admin' })
    const other = await makeUser(test.db)
    const step = fc.record({ action: fc.constantFrom(...Object.keys(actions)), second: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const owner = await makeUser(test.db)
        const cover = await makeImage(test.db, owner, 'cover')
        const { uploadId } = await makeReadyUpload(test.db, owner)
        const ids = [newId(), newId()] as const
        await inTransaction(test.db, async (trx) => {
          await insertWork(trx, { id: ids[0], ownerId: owner.id, upload_id: uploadId, cover_id: cover })
          await insertWork(trx, { id: ids[1], ownerId: owner.id, cover_id: cover })
        })
        const begin: Model = { state: 'draft', isPrivate: false, isHidden: false }
        const models = [begin, begin]
        const viewers: Viewer[] = [undefined, owner, other, { id: admin.id, group: 'admin' }]
        for (const { action, second } of steps) {
          const at = second ? 1 : 0
          await inTransaction(test.db, (trx) => actions[action]!.rows(trx, ids[at]!, admin.id))
          models[at] = { ...models[at]!, ...actions[action]!.model(models[at]!) }
          await compare()
        }
        const feeds = await Promise.all(
          (['latest', 'popular'] as const).map((sort) => listFeed(test.db, { sort, ownerId: owner.id, limit: 9 })),
        )
        for (const { items } of feeds)
          same(items.map(({ id }) => id).sort(), ids.filter((_, i) => isForAll(models[i]!)).sort())
        const { items: creators } = await listCreators(test.db, { sort: 'newest', q: owner.username, limit: 9 })
        same(
          creators.some(({ ownerId }) => ownerId === owner.id),
          models.some(isForAll),
        )
        same((await listOwnWorks(test.db, { ownerId: owner.id, limit: 9 })).items.length, 2)

        async function compare() {
          for (const [i, id] of ids.entries()) {
            const [row, now] = [(await findWork(test.db, id))!, models[i]!]
            const isPublished = now.state === 'released' && !now.isPrivate
            const wanted = [isForAll(now), true, isForAll(now), isPublished]
            same(
              viewers.map((viewer) => canSeeWork(row, viewer)),
              wanted,
            )
            const found = await sql`select from works where id = ${id} and ${isShown()}`.execute(test.db)
            same(found.rows.length === 1, isForAll(now))
          }
          const row = (await findWork(test.db, ids[0]))!
          same([row.modelPublic, row.originalPublic], [isForAll(models[0]!), false])
          const [image] = await findImages(test.db, [cover])
          same(image!.public, models.some(isForAll))
        }
        function same(found: unknown, wanted: unknown) {
          const description = JSON.stringify({ found, wanted, models })
          if (JSON.stringify(found) !== JSON.stringify(wanted)) throw new Error(description)
        }
      }),
      { numRuns: 12 },
    )
    t.pass('12 histories')
  },
)
